-- The sums of all prefixes of a vector.
-- ==
-- nobench input { [1f32, 2f32, 3.5f32, -1f32] } output { [1f32, 3f32, 6.5f32, 5.5f32] }
-- nobench input { empty([0]f32) } output { empty([0]f32) }
-- compiled random input { [67108864]f32 }
entry main [n] (xs: [n]f32) : [n]f32 = scan (+) 0 xs
