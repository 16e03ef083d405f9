-- Tuples have numbered fields.
def f (p: (i32, (bool, f32))) = (p.0, p.1.0, p.1.1)
def g = map (.1) [(1, 2), (3, 4)]
def h (p: (i32, i32)) = p with 0 = 5
