-- Also as part of a tuple.
def f (b: bool) = if b then (1i32, \x -> x + 1i32) else (2, \x -> x)
