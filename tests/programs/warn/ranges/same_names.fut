-- Nor does this one.
def f (a: i64) (n: i64) = a..a..<n
