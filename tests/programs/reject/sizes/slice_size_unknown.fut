-- A slice with a stride has no known size.
def f [n] (xs: [n]i32) : [n]i32 = xs[::2]
