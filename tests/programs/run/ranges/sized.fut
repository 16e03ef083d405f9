-- The size of a range from zero is its end; elements and sizes fit together.
-- ==
-- input { 4i64 } output { [0i64, 2i64, 4i64, 6i64] [1i64, 3i64, 5i64, 7i64] }
def main (n: i64) =
  (map2 (+) (0..<n) (iota n), map2 (+) (1..<(n + 1)) (sized ((n + 1) - 1) (0..1..<n)))
