-- The sum of each row, where all rows happen to have the same length: `row_sums` with a type that does not say so.
-- ==
-- nobench input { [[1f32, 2f32, 3f32], [4f32, 5f32, 6f32]] } output { [6f32, 15f32] }
-- "short rows" compiled script input { data 4194304i64 16i64 }
-- "long rows" compiled script input { data 16i64 4194304i64 }
entry main [n] (rows: [n][?]f32) : [n]f32 = map f32.sum rows

entry data (n: i64) (m: i64) : [n][?]f32 =
  irregular.from_lengths (replicate n m) (replicate (n * m) 0.5)
