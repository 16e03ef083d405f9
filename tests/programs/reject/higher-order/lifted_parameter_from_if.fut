-- A lifted type parameter may be a function.
def f '^a (b: bool) (x: a) (y: a) : a = if b then x else y
