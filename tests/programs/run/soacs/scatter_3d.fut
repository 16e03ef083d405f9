-- Writes at positions in three dimensions.
-- ==
-- input { [0i64, 1i64, 1i64] [0i64, 1i64, 2i64] [1i64, 0i64, 0i64] [5, 6, 7] } output { [[[0, 5], [0, 0]], [[0, 0], [6, 0]]] }
def main [n] (is: [n]i64) (js: [n]i64) (ks: [n]i64) (vs: [n]i32) : [2][2][2]i32 =
  scatter_3d (replicate 2 (replicate 2 (replicate 2 0))) (zip3 is js ks) vs
