-- The product of two matrices.
-- ==
-- nobench input { [[1f32, 2f32], [3f32, 4f32], [5f32, 6f32]] [[1f32, 0f32, 2f32], [0f32, 1f32, 3f32]] }
-- output { [[1f32, 2f32, 8f32], [3f32, 4f32, 18f32], [5f32, 6f32, 28f32]] }
-- compiled random input { [1024][1024]f32 [1024][1024]f32 }
def dot [n] (xs: [n]f32) (ys: [n]f32) : f32 = f32.sum (map2 (*) xs ys)

entry main [n] [m] [p] (xss: [n][m]f32) (yss: [m][p]f32) : [n][p]f32 =
  map (\row -> map (dot row) (transpose yss)) xss
