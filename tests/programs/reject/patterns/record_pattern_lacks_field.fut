-- A record pattern names all fields.
def f (r: {x: i32, y: i32}) = let {x} = r in x
