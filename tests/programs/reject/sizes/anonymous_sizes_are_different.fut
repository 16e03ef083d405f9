-- So are two anonymous sizes.
def f (xs: []i32) (ys: []i32) = zip xs ys
