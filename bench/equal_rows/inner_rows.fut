-- Rows inside of a regular array.
entry regular [n] [m] [k] (xsss: [n][m][k]f32) : [n][m]f32 = map (map f32.sum) xsss
entry irregular [n] [m] (xsss: [n][m][?]f32) : [n][m]f32 = map (map f32.sum) xsss
