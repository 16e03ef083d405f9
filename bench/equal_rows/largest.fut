-- The place of the largest element of each row.
def place [m] (xs: [m]f64) : i64 =
  (reduce (\(x, i) (y, j) -> if y > x || (y == x && j < i) then (y, j) else (x, i))
          (-f64.inf, i64.highest)
          (zip xs (iota m))).1

entry regular [n] [m] (xss: [n][m]f64) : [n]i64 = map place xss
entry irregular [n] (xss: [n][?]f64) : [n]i64 = map place xss
