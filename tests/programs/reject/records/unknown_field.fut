-- The record has no such field.
def f (r: {x: i32, y: i32}) = r.z
