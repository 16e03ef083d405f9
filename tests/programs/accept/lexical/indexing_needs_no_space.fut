-- `a[i]` is an index, `f [i]` an application.
def at (a: []i32) (i: i64) = a[i]
def apply (f: [1]i32 -> i32) (i: i32) = f [i]
def both (xs: [][]i32) = (xs[0])[1] + xs[0][1]
