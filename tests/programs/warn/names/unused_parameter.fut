-- Nor is the parameter.
def f (x: i32) (y: i32) : i32 = x
