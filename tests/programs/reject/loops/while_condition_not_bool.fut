-- The condition is a boolean.
def f (n: i32) = loop x = n while x do x - 1
