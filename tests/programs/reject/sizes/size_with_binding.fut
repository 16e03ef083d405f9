-- An expression with names of its own is no size.
def f (n: i64) : [let m = n in m + m]i64 = iota (n + n)
