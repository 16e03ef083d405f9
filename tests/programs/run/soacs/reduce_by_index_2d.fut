-- Bins in two dimensions; an index outside in either one is ignored.
-- ==
-- input { [0i64, 0i64, 1i64, 2i64, 0i64] [1i64, 1i64, 0i64, 0i64, -1i64] [1, 2, 3, 4, 5] } output { [[0, 3], [3, 0]] }
def main [n] (is: [n]i64) (js: [n]i64) (vs: [n]i32) : [2][2]i32 =
  reduce_by_index_2d (replicate 2 (replicate 2 0)) (+) 0 (zip is js) vs
