-- One for each dimension.
def f (xs: []i32) = xs[0:1, 0:1]
