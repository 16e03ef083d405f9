-- A function is left, not a number.
def add (x: i32) (y: i32) : i32 = x + y
def f (x: i32) : i32 = add x
