-- The inner product of two vectors.
-- ==
-- nobench input { [1f32, 2f32, 3f32] [10f32, 20f32, 30f32] } output { 140f32 }
-- nobench input { empty([0]f32) empty([0]f32) } output { 0f32 }
-- compiled random input { [67108864]f32 [67108864]f32 }
entry main [n] (xs: [n]f32) (ys: [n]f32) : f32 =
  f32.sum (map2 (*) xs ys)
