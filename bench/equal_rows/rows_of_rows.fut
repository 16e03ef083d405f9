-- Two dimensions that vary.
entry regular [n] [m] [k] (xsss: [n][m][k]f32) : [n]f32 =
  map (\xss -> f32.sum (map f32.maximum xss)) xsss

entry irregular [n] (xsss: [n][?][?]f32) : [n]f32 = map (\xss -> f32.sum (map f32.maximum xss)) xsss
