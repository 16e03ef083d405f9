-- The result is no function.
def add (n: i64) : i64 -> i64 = \x -> if n == 0 then x else add (n - 1) (x + 1)
