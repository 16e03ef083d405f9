-- In parallel code, too.
def fib (n: i32) : i32 = if n < 2 then n else i32.sum (map fib [n - 1, n - 2])
def f (xs: []i32) = map fib xs
