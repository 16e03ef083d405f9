-- One of two.
def f (p: (i32, i32)) = let (a, b) = p in a
