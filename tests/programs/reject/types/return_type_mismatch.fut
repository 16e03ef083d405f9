-- The body has the declared type.
def f (x: i32) : bool = x + 1
