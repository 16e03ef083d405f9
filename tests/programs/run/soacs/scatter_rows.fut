-- Scatter of rows, of tuples, and of what a map gives.
-- ==
-- input { [[1, 2], [3, 4]] [2i64, 0i64] } output { [[3, 4], [0, 0], [1, 2]] [4, 0, 2] [true, false, true] }
def main [n] [m] (rows: [n][m]i32) (is: [n]i64) =
  let pairs = scatter (replicate 3 (0, false)) is (map (\r -> (r[1], true)) rows)
  in (scatter (replicate 3 (replicate m 0)) is rows, map (.0) pairs, map (.1) pairs)
