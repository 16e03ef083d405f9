-- Not the number of dimensions.
def f (xs: []i32) = xs :> [3][3]i32
