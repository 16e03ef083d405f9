-- The range does not go on.
def f (n: i64) = 1..1..<n
