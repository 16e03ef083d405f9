-- The elements above a limit, in their order.
-- ==
-- nobench input { 0.5f32 [1f32, 0.25f32, 3.5f32, -1f32, 0.75f32] } output { [1f32, 3.5f32, 0.75f32] }
-- nobench input { 9f32 [1f32, 2f32] } output { empty([0]f32) }
-- compiled random input { 0.5f32 [67108864]f32 }
entry main [n] (limit: f32) (xs: [n]f32) : []f32 = filter (> limit) xs
