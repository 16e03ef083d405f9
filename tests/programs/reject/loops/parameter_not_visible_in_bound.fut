-- The bound is computed before the loop begins.
def f (n: i32) = loop x = n for i < x do x - i
