-- Neither will this.
def f [n] (xs: [n]i32) (ys: [n]i32) = xs != ys
