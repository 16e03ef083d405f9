-- Rows of tuples: a sparse matrix times a vector.
-- ==
-- input { [[0i64, 2i64], [], [1i64]] [[1f32, 2f32], [], [3f32]] [10f32, 20f32, 30f32] } output { [70f32, 0f32, 60f32] }
-- input { [[0i64, 3i64]] [[1f32, 2f32]] [10f32, 20f32, 30f32] } error: out of bounds
def multiply [n] [m] (matrix: [n][?](i64, f32)) (x: [m]f32) : [n]f32 =
  map (\row -> f32.sum (map (\(column, value) -> value * x[column]) row)) matrix

def main [n] [m] (columns: [n][?]i64) (values: [n][?]f32) (x: [m]f32) : [n]f32 =
  multiply (irregular.zip columns values) x
