-- Each element by itself.
entry regular [n] [m] (xss: [n][m]f32) (factor: f32) : [n][m]f32 = map (map (* factor)) xss
entry irregular [n] (xss: [n][?]f32) (factor: f32) : [n][?]f32 = map (map (* factor)) xss
