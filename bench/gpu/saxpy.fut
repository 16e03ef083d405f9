-- A vector times a number, plus a vector.
-- ==
-- nobench input { 2f32 [1f32, 2f32] [10f32, 20f32] } output { [12f32, 24f32] }
-- "2^28" compiled script input { data 268435456i64 }
entry main [n] (a: f32) (xs: [n]f32) (ys: [n]f32) : [n]f32 = map2 (\x y -> a * x + y) xs ys

entry data (n: i64) : (f32, [n]f32, [n]f32) =
  (2, map (\i -> f32.i64 (i % 1024)) (iota n), map (\i -> f32.i64 (i % 512)) (iota n))
