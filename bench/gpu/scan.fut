-- All prefix sums of a vector.
-- ==
-- nobench input { [1f32, 2f32, 3f32] } output { [1f32, 3f32, 6f32] }
-- "2^28" compiled script input { data 268435456i64 }
entry main [n] (xs: [n]f32) : [n]f32 = scan (+) 0 xs

entry data (n: i64) : [n]f32 = map (\i -> f32.i64 (i % 64) / 64) (iota n)
