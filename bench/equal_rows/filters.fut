-- The rows that are left over differ in length, whatever they were before.
entry regular [n] [m] (xss: [n][m]i32) : [n][?]i32 = map (filter (> 100)) xss
entry irregular [n] (xss: [n][?]i32) : [n][?]i32 = map (filter (> 100)) xss
