-- The function wants arrays of another size.
def f [n] (g: [n]i32 -> i32) (xs: [n]i32) = g xs
def h (xs: [2]i32) = xs[0]
def a = f h [1, 2, 3]
