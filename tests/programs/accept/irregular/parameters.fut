-- Rows of different lengths.
def f [n] (xss: [n][?]f32) : [n]f32 = map (\row -> f32.sum row) xss
def g [n] (xss: [n][?]i32) : [n]i64 = map length xss
