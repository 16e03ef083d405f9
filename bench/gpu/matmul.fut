-- The product of two matrices.
-- ==
-- nobench input { [[1f32, 2f32], [3f32, 4f32]] [[1f32, 0f32], [0f32, 2f32]] } output { [[1f32, 4f32], [3f32, 8f32]] }
-- "4096" compiled script input { data 4096i64 }
entry main [n] [m] [k] (a: [n][m]f32) (b: [m][k]f32) : [n][k]f32 =
  map (\row -> map (\column -> f32.sum (map2 (*) row column)) (transpose b)) a

entry data (n: i64) : ([n][n]f32, [n][n]f32) =
  ( tabulate_2d n n (\i j -> f32.i64 ((i * 3 + j) % 17) / 16)
  , tabulate_2d n n (\i j -> f32.i64 ((i + j * 5) % 13) / 16))
