-- The scan of each row.
entry regular [n] [m] (xss: [n][m]f64) : [n][m]f64 = map (scan (+) 0) xss
entry irregular [n] (xss: [n][?]f64) : [n][?]f64 = map (scan (+) 0) xss
