-- `[]` in an ascription leaves the size as it is.
def f [n] (xs: [n]i32) : [n]i32 = xs : []i32
def g [n] (xs: [n]i32) : [n]i32 = let ys : []i32 = xs in ys
