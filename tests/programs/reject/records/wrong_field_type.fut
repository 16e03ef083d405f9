-- The fields have the same types.
def f (r: {x: i32}) = r.x
def a = f {x = true}
