-- For integers, too.
def x : i64 = 1i32
