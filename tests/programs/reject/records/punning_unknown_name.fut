-- The variable has to exist.
def f (x: i32) = {x, y}
