-- The sum of each row.
entry regular [n] [m] (xss: [n][m]f32) : [n]f32 = map f32.sum xss
entry irregular [n] (xss: [n][?]f32) : [n]f32 = map f32.sum xss
