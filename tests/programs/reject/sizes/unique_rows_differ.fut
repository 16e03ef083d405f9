-- Rows of different sizes in an update.
def f [n] [m] [k] (xss: *[n][m]i32) (ys: [k]i32) = xss with [0] = ys
