-- A sparse matrix with rows of column-value pairs times a dense vector.
-- ==
-- input { [[0i64], [], [1i64, 2i64]] [[7f64], [], [2f64, 3f64]] [1f64, 2f64, 3f64] } output { [7f64, 0f64, 13f64] }
-- input { [[], [5i64]] [[], [1f64]] [1f64] } error: out of bounds
def sparse_mxv [n] [m] (matrix: [n][?](i64, f64)) (v: [m]f64) : [n]f64 =
  map (\row -> f64.sum (map (\(i, x) -> x * v[i]) row)) matrix

def main [n] [m] (columns: [n][?]i64) (values: [n][?]f64) (v: [m]f64) : [n]f64 =
  sparse_mxv (irregular.zip columns values) v
