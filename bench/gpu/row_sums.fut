-- The sum of each row of a matrix: few long rows, many short ones.
-- ==
-- nobench input { [[1f32, 2f32], [3f32, 4f32]] } output { [3f32, 7f32] }
-- "16 rows" compiled script input { data 16i64 67108864i64 }
-- "1024 rows" compiled script input { data 1024i64 67108864i64 }
-- "65536 rows" compiled script input { data 65536i64 67108864i64 }
-- "4194304 rows" compiled script input { data 4194304i64 67108864i64 }
entry main [n] [m] (xss: [n][m]f32) : [n]f32 = map f32.sum xss

entry data (n: i64) (total: i64) : [n][]f32 =
  tabulate_2d n (total / n) (\i j -> f32.i64 ((i + j) % 64) / 64)
