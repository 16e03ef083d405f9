-- A size-lifted type is no function.
def f '~a (b: bool) (x: a) (y: a) : a = if b then x else y
