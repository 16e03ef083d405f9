-- assert takes an atom and an expression.
def f (x: i32) = assert (x > 0) (x - 1)
def g (b: bool) = assert b 1 + 2
