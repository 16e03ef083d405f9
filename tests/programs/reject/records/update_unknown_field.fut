-- Only existing fields are changed.
def f (r: {x: i32}) = r with y = 1
