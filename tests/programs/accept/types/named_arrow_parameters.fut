-- A parameter of a function type may have a name that sizes mention.
def f (g: (n: i64) -> [n]i32) : i32 = i32.sum (g 3) + i32.sum (g 4)
def a = f (\n -> replicate n 1)
def b = f (\(m: i64) -> map i32.i64 (iota m))
