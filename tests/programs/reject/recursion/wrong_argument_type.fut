-- Recursive calls are checked like others.
def f (n: i32) : i32 = if n == 0 then 0 else f true
