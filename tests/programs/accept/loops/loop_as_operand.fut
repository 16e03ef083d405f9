-- A loop is an expression.
def f (n: i32) = 1 + (loop s = 0 for i < n do s + i)
def g (n: i32) = 1 + loop s = 0 for i < n do s + i
