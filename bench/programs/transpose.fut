-- A matrix transposed.
-- ==
-- nobench input { [[1f32, 2f32, 3f32], [4f32, 5f32, 6f32]] } output { [[1f32, 4f32], [2f32, 5f32], [3f32, 6f32]] }
-- compiled random input { [4096][4096]f32 }
entry main [n] [m] (xss: [n][m]f32) : [m][n]f32 = transpose xss
