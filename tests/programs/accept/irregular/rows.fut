-- A row has a size of its own.
def f (xss: [][?]i32) (i: i64) : i64 = length xss[i]
def g (xss: [][?]i32) : []i32 = xss[0]
