-- Nor records that contain functions.
def f (x: {g: i32 -> i32}) (y: {g: i32 -> i32}) = x == y
