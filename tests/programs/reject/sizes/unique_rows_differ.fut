-- Rows of different sizes in an update.
def f [n] [m] (xss: *[n][m]i32) (ys: []i32) = xss with [0] = ys
