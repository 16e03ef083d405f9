-- The refutable part is deep inside.
def f (p: (i32, {x: (bool, i32)})) = let (a, {x = (true, b)}) = p in a + b
