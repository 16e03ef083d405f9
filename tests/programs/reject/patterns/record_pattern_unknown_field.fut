-- And no others.
def f (r: {x: i32}) = let {x, y} = r in x + y
