-- A square matrix, transposed.
-- ==
-- nobench input { [[1f32, 2f32], [3f32, 4f32]] } output { [[1f32, 3f32], [2f32, 4f32]] }
-- "16384" compiled script input { data 16384i64 }
entry main [n] [m] (xss: [n][m]f32) : [m][n]f32 = copy (transpose xss)

entry data (n: i64) : [n][n]f32 = tabulate_2d n n (\i j -> f32.i64 ((i * 31 + j) % 1024))
