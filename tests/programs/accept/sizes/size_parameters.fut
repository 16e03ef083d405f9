-- A size parameter says which arrays have the same length, and is an i64 in the body.
def f [n] (xs: [n]i32) (ys: [n]i32) : [n]i32 = map2 (+) xs ys
def g [n] 't (_: [n]t) : i64 = n
def h [n] [m] (xss: [n][m]i32) : [m][n]i32 = transpose xss
def i [n] (xs: [n]i64) : i64 = n + i64.sum xs
