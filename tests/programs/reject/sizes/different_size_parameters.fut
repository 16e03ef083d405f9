-- Two parameters are two sizes.
def f [n] [m] (xs: [n]i32) (ys: [m]i32) = map2 (+) xs ys
