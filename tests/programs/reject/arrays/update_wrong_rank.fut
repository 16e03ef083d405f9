-- A row is not a number.
def f (xs: *[][]i32) = xs with [0] = 1
