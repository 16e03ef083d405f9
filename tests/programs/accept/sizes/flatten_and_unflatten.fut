-- Products of sizes.
def f [n] [m] (xss: [n][m]i32) : [n * m]i32 = flatten xss
def g [n] [m] (xss: [n][m]i32) : [n][m]i32 = unflatten (map (+ 1) (flatten xss))
def h [n] (xs: [n]i32) : [][2]i32 = unflatten (xs :> [(n / 2) * 2]i32)
