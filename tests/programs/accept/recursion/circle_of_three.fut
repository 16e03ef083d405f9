-- Three functions in a circle, the first of which needs both others.
def a (n: i32) : i32 = if n <= 0 then 0 else b (n - 1) + c (n - 2)
def b (n: i32) : i32 = if n <= 0 then 1 else c (n - 1)
def c (n: i32) : i32 = if n <= 0 then 2 else a (n - 1)
