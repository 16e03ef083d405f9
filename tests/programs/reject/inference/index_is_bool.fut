-- Not a boolean.
def f (xs: []i32) (i: bool) = xs[i]
