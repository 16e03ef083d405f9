-- Will not be allowed for ever.
def f [n] (xs: [n]i32) (ys: [n]i32) = xs == ys
