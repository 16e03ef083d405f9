-- map takes an array.
def f (x: i32) = map (+ 1) x
