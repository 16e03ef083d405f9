-- Tuples have no order.
def f (x: (i32, i32)) (y: (i32, i32)) = x < y
