-- A histogram of pairs: the largest value of each bin with its position.
-- ==
-- input { [0i64, 1i64, 0i64, 0i64] [3, 9, 7, 5] } output { [7, 9] [2i64, 1i64] }
def main [n] (is: [n]i64) (vs: [n]i32) =
  unzip (hist (\(a, i) (b, j) -> if a > b || (a == b && i < j) then (a, i) else (b, j))
              (i32.lowest, i64.highest)
              2
              is
              (zip vs (iota n)))
