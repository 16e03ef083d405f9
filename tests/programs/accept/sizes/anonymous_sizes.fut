-- `[]` stands for a size that is not named.
def f (xs: []i32) : i64 = length xs
def g (xs: []i32) (ys: []i32) : i64 = length xs + length ys
def h (xss: [][]i32) : []i32 = xss[0]
