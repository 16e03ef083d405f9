-- A field keeps its type.
def f (r: {x: i32}) = r with x = true
