-- An index may be of any integer type.
def f (xs: []i32) (i: i8) (j: u16) (k: i64) = xs[i] + xs[j] + xs[k] + xs[0]
