-- Errors in different definitions are all reported.
def f (x: i32) : bool = x
def g (x: bool) : i32 = x
