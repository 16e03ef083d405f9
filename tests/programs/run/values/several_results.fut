-- The parts of a tuple are separate results.
-- ==
-- input { 2i64 } output { [0i64, 1i64] [[1, 1], [1, 1]] true 2i64 }
def main (n: i64) = (iota n, replicate n (replicate n 1i32), n == 2, n)
