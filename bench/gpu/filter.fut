-- The elements of a vector that are small: half of them.
-- ==
-- nobench input { [0.1f32, 0.9f32, 0.3f32] } output { [0.1f32, 0.3f32] }
-- "2^28" compiled script input { data 268435456i64 }
entry main (xs: []f32) : []f32 = filter (< 0.5) xs

entry data (n: i64) : [n]f32 =
  map (\i -> f32.u32 ((u32.i64 i * 2654435761) >> 8) / 16777216) (iota n)
