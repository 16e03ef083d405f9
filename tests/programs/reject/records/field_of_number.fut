-- A number has no fields.
def f (x: i32) = x.y
