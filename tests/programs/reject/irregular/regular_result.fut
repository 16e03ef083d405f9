-- The rows may have different lengths.
def f [n] [m] (xss: [n][?]i32) (_: [m]i32) : [n][m]i32 = xss
