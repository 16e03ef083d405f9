-- Functions that call each other take no functions.
def ping (f: i64 -> i64) (n: i64) : i64 = if n == 0 then 0 else pong f (f n)
def pong (f: i64 -> i64) (n: i64) : i64 = ping f (n - 1)
