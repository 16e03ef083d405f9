-- A definition needs a body.
def f (x: i32) =
def g = 1
