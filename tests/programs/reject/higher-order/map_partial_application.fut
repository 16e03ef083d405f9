-- A function with an argument missing.
def f (xs: []i32) = map (+) xs
