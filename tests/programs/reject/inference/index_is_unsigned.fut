-- An index is signed.
def f (xs: []i32) (i: u32) = xs[i]
