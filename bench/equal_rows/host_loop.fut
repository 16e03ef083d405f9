-- A loop around operators on all rows.
entry regular [n] [m] (xss: [n][m]f32) (steps: i64) : [n][m]f32 =
  loop yss = xss for i < steps do map (\ys -> map (\y -> y * 0.5 + f32.i64 i) ys) yss

entry irregular [n] (xss: [n][?]f32) (steps: i64) : [n][?]f32 =
  loop yss = xss for i < steps do map (\ys -> map (\y -> y * 0.5 + f32.i64 i) ys) yss
