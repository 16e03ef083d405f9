-- A name is bound once in all parameters.
def f (x: i32) (x: i32) = x
