-- The wrong one of two sizes.
def f [n] [m] (xs: [n]i32) (_: [m]i32) : [m]i32 = xs
