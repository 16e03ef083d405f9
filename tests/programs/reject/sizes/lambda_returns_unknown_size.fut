-- A new size for each call.
def f [n] [m] (xss: [n][m]i32) = map (\xs -> let k = i64.i32 xs[0] in iota (k * 2)) xss
