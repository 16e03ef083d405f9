-- Rows have the same size.
def f [n] [m] (xss: [n][m]i32) : [n]i32 = map i32.sum xss
def g [n] [m] (xss: [n][m]i32) : [n][m]i32 = map (map (+ 1)) xss
def h [n] [m] (xss: [n][m]i32) : [n][m]i64 = map (\xs -> map2 (\i x -> i + i64.i32 x) (iota m) xs) xss
