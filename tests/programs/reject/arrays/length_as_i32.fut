-- A length is an i64.
def f (xs: []i32) : i32 = length xs
