-- And once in a pattern.
def f (p: (i32, i32)) = let (x, x) = p in x
