-- Local bindings are made with let.
def f (x: i32) = def y = x in y
