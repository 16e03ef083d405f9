-- Histograms: counts, sums, maxima; bins that get nothing hold the neutral element.
-- ==
-- input { [0i64, 2i64, 2i64, -1i64, 3i64, 0i64] [1, 2, 3, 4, 5, 6] } output { [2, 0, 2] [7, 0, 5] [6, -2147483648, 3] }
-- input { empty([0]i64) empty([0]i32) } output { [0, 0, 0] [0, 0, 0] [-2147483648, -2147483648, -2147483648] }
def main [n] (is: [n]i64) (vs: [n]i32) =
  (hist (+) 0 3 is (map (\_ -> 1i32) vs), hist (+) 0 3 is vs, hist i32.max i32.lowest 3 is vs)
