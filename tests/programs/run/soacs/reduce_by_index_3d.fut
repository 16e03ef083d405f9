-- Bins in three dimensions, with a product.
-- ==
-- input { [0i64, 0i64, 0i64] [1i64, 1i64, 1i64] [0i64, 0i64, 2i64] [3, 5, 7] } output { [[[1, 1], [15, 1]]] }
def main [n] (is: [n]i64) (js: [n]i64) (ks: [n]i64) (vs: [n]i32) : [1][2][2]i32 =
  reduce_by_index_3d (replicate 1 (replicate 2 (replicate 2 1))) (*) 1 (zip3 is js ks) vs
