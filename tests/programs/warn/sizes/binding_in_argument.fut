-- The argument binds a name, so the size of the result is not known.
def f (n: i64) = iota (let m = n * 2 in m + 1)
