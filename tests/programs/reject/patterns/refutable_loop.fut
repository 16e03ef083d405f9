-- And loops.
def f (n: i32) = loop (x, 0) = (1, 0) for _i < n do (x + 1, 0)
