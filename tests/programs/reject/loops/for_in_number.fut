-- The loop goes over an array.
def f (n: i32) = loop x = 0 for i in n do x + i
