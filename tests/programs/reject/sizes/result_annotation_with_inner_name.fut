-- Nor in the type of the result.
def f (n: i64, _m: i64) : [n]i64 = iota n
