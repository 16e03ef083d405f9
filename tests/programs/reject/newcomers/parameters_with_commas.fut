-- Several parameters of a lambda, as in Python.
def f (xs: []i32) = map (\x, y -> x + y) xs
