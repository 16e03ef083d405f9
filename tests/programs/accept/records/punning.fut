-- A variable as a field.
def f (x: i32) (y: i32) = {x, y}
def g (r: {x: i32, y: i32}) = let {x, y} = r in {y, x}
