-- The field is named but not used.
def f (r: {x: i32, y: i32}) = let {x, y} = r in x
