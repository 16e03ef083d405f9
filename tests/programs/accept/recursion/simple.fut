-- A function may call itself.
def fact (n: i32) : i32 = if n == 0 then 1 else n * fact (n - 1)
def fib (n: i32) : i32 = if n < 2 then n else fib (n - 1) + fib (n - 2)
def gcd (a: i32) (b: i32) : i32 = if b == 0 then a else gcd b (a % b)
def ackermann (m: i32) (n: i32) : i32 =
  if m == 0 then n + 1 else if n == 0 then ackermann (m - 1) 1 else ackermann (m - 1) (ackermann m (n - 1))
