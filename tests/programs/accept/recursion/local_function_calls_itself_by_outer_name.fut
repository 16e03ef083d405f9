-- A local function is not in scope of itself: the name means the outer one.
def f (n: i32) : i32 = n + 1
def g (n: i32) : i32 = let f (x: i32) = f (x * 2) in f n
