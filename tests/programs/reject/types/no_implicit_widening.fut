-- Not even i32 to i64.
def f (x: i32) (y: i64) = x + y
