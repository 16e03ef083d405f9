-- Writes at positions in two dimensions; each index counts on its own.
-- ==
-- input { [0i64, 1i64, -1i64, 0i64, 1i64] [1i64, 0i64, 0i64, 2i64, 1i64] [5, 6, 7, 8, 9] } output { [[0, 5], [6, 9]] }
def main [n] (is: [n]i64) (js: [n]i64) (vs: [n]i32) : [2][2]i32 =
  scatter_2d (replicate 2 (replicate 2 0)) (zip is js) vs
