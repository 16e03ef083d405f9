-- The product of two matrices by `sgemm` of a BLAS.
--
--   planish test --link sgemm.c --link-lib blas sgemm.fut
-- ==
-- input { [[1f32, 2f32], [3f32, 4f32], [5f32, 6f32]] [[1f32, 0f32, 2f32], [0f32, 1f32, 3f32]] }
-- output { [[1f32, 2f32, 8f32], [3f32, 4f32, 18f32], [5f32, 6f32, 28f32]] }
#[foreign(cpu, product)]
def product [n] [m] [p] (a: [n][m]f32) (b: [m][p]f32) : [n][p]f32 =
  map (\row -> map (\column -> f32.sum (map2 (*) row column)) (transpose b)) a

entry main [n] [m] [p] (a: [n][m]f32) (b: [m][p]f32) : [n][p]f32 = product a b
