-- The body gives the next value.
def f (n: i32) = loop x = 0i32 for _i < n do true
