-- Ranges bind looser than arithmetic.
def f (n: i64) = (0..<n + 1, n - 1..>0, 1..3...n * 2)
