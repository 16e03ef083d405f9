-- A triple is no pair.
def f (p: (i32, i32)) = let (x, y, z) = p in x + y + z
