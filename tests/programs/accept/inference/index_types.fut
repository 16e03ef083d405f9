-- An index may be of any signed integer type.
def f (xs: []i32) (i: i8) (j: i16) (k: i64) = xs[i] + xs[j] + xs[k] + xs[0]
