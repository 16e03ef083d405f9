-- The sum of each row of a matrix.
-- ==
-- nobench input { [[1f32, 2f32, 3f32], [4f32, 5f32, 6f32]] } output { [6f32, 15f32] }
-- "short rows" compiled random input { [4194304][16]f32 }
-- "long rows" compiled random input { [16][4194304]f32 }
entry main [n] [m] (xss: [n][m]f32) : [n]f32 = map f32.sum xss
