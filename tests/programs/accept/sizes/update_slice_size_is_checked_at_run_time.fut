-- Whether the new values have the size of the slice is found when the program runs.
def f [n] (xs: *[n]i32) (ys: []i32) = xs with [0:2] = ys
