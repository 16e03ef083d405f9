-- It has a name.
def f (x: i32) = #[] x
