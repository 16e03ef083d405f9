-- A filter of which only the length is needed.
entry regular [n] [m] (xss: [n][m]i32) : [n]i64 = map (\xs -> length (filter (> 100) xs)) xss
entry irregular [n] (xss: [n][?]i32) : [n]i64 = map (\xs -> length (filter (> 100) xs)) xss
