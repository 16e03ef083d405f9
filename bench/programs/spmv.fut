-- A sparse matrix times a vector. The rows of the matrix have as many entries as they need.
-- ==
-- nobench input { [2i64, 0i64, 1i64] [0, 2, 1] [1f32, 2f32, 3f32] [10f32, 20f32, 30f32] } output { [70f32, 0f32, 60f32] }
-- nobench input { [1i64] [3] [1f32] [10f32, 20f32, 30f32] } error: out of bounds
-- "power law" compiled script input { data 1000000i64 }
entry main [n] [m] [k] (lengths: [n]i64) (columns: [m]i32) (values: [m]f32) (x: [k]f32) : [n]f32 =
  let matrix = irregular.from_lengths lengths (zip columns values)
  in map (\row -> f32.sum (map (\(column, value) -> value * x[i64.i32 column]) row)) matrix

entry data (n: i64) : ([n]i64, []i32, []f32, [n]f32) =
  let lengths = map (\i -> 400 / (1 + (i * 7919) % 211)) (iota n)
  let m = i64.sum lengths
  in (lengths, map (\i -> i32.i64 (i * 7919 % n)) (iota m), replicate m 0.5, map f32.i64 (iota n))
