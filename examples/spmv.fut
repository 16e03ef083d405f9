-- A sparse matrix times a vector. Every row of the matrix has as many entries as it needs: its type is irregular.
-- Checklist: 134.
-- ==
-- input { [[0i64, 2i64], [], [1i64]] [[1f32, 2f32], [], [3f32]] [10f32, 20f32, 30f32] } output { [70f32, 0f32, 60f32] }
-- input { empty([0][?]i64) empty([0][?]f32) [1f32] } output { empty([0]f32) }
-- input { [[], []] [[], []] empty([0]f32) } output { [0f32, 0f32] }
-- input { [[1i64], [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 0i64, 5i64], [], [4i64]]
--   [[2f32], [1f32, 1f32, 1f32, 1f32, 1f32, 1f32, 1f32, 2f32], [], [-1f32]] [1f32, 2f32, 3f32, 4f32, 5f32, 6f32] }
-- output { [4f32, 34f32, 0f32, -5f32] }
-- input { [[3i64]] [[1f32]] [10f32, 20f32, 30f32] } error: out of bounds
def multiply [n] [m] (matrix: [n][?](i64, f32)) (x: [m]f32) : [n]f32 =
  map (\row -> f32.sum (map (\(column, value) -> value * x[column]) row)) matrix

entry main [n] [m] (columns: [n][?]i64) (values: [n][?]f32) (x: [m]f32) : [n]f32 =
  multiply (irregular.zip columns values) x
