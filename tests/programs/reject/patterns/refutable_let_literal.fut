-- What if it is another number?
def f (p: (i32, i32)) = let (2, y) = p in y
