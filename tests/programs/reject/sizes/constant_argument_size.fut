-- The function wants three.
def f (xs: [3]i32) = xs[0]
def a = f [1, 2]
