-- There is no y outside.
def f (n: i32) (x: i32) = loop (x, y) for _i < n do (y, x)
