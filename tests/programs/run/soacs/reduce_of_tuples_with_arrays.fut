-- A reduction over pairs of a number and a row: the row with the largest key.
-- ==
-- input { [3, 9, 4] [[1, 1], [2, 2], [3, 3]] } output { 9 [2, 2] }
def main [n] [m] (keys: [n]i32) (rows: [n][m]i32) =
  reduce (\(a: i32, xs: [m]i32) (b, ys) -> if a >= b then (a, xs) else (b, ys))
         (i32.lowest, replicate m 0)
         (zip keys rows)
