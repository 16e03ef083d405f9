-- And do.
def f (x: i32) = loop y = x for i < 3 y + i
