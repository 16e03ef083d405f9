-- Slices are made with i64.
def f (xs: []i32) (i: i32) = xs[i:]
