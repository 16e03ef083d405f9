-- Arrays of the same size can be compared, with a warning.
def f [n] (xs: [n]i32) (ys: [n]i32) = xs == ys
