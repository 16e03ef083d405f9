-- A vector scaled, plus another.
-- ==
-- nobench input { 2f32 [1f32, 2f32, 3f32] [10f32, 20f32, 30f32] } output { [12f32, 24f32, 36f32] }
-- nobench input { 2f32 empty([0]f32) empty([0]f32) } output { empty([0]f32) }
-- compiled random input { 2.5f32 [67108864]f32 [67108864]f32 }
entry main [n] (a: f32) (xs: [n]f32) (ys: [n]f32) : [n]f32 =
  map2 (\x y -> a * x + y) xs ys
