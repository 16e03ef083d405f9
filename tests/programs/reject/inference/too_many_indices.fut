-- One index for each dimension at most.
def f (xs: []i32) = xs[0, 1]
