-- And so are their results.
def f (n: i32) : i32 = if n == 0 then 0 else f (n - 1) && true
