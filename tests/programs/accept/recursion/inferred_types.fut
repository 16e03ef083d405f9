-- Types of recursive functions are inferred, too.
def sum_to n = if n == 0i32 then 0 else n + sum_to (n - 1)
def count x = if x > 10i64 then 0i32 else 1 + count (x + 1)
