-- The body gives all parameters.
def f (n: i32) = loop (x, y) = (0i32, 1i32) for _i < n do x + y
