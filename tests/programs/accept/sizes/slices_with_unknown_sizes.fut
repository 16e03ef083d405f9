-- Strides make the size unknown.
def f [n] (xs: [n]i32) : []i32 = xs[::2]
def g [n] (xs: [n]i32) (s: i64) = length xs[::s]
