-- A counter that does not count.
def f (n: i32) = loop x = 1i32 for i < n do x * 2
