-- Any i64 expression can be a size.
def f [n] (xs: [n]i32) : [n + 1]i32 = xs ++ [0]
def g [n] [m] (xs: [n]i32) (ys: [m]i32) : [n + m]i32 = xs ++ ys
def h [n] (xs: [n * 2]i32) : [n]i32 = take n xs
def i (n: i64) : [n * n]i64 = iota (n * n)
def j [n] (xs: [n]i32) : [n + 1 + 1]i32 = f (f xs)
