-- The argument has the parameter's type.
def f (x: i32) = x
def g = f true
