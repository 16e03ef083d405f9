-- A function of one parameter.
def f (x: i32) : i32 = x
def g = f 1 2
