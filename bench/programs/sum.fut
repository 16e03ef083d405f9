-- The sum of a vector.
-- ==
-- nobench input { [1f32, 2f32, 3.5f32] } output { 6.5f32 }
-- nobench input { empty([0]f32) } output { 0f32 }
-- compiled random input { [67108864]f32 }
entry main [n] (xs: [n]f32) : f32 = f32.sum xs
