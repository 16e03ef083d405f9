-- Two arrays, whose rows have to agree.
entry regular [n] [m] (xss: [n][m]f64) (yss: [n][m]f64) : [n]f64 =
  map2 (\xs ys -> f64.sum (map2 (*) xs ys)) xss yss

entry irregular [n] (xss: [n][?]f64) (yss: [n][?]f64) : [n]f64 =
  map2 (\xs ys -> let [k] (xs: [k]f64) = xs in f64.sum (map2 (*) xs (ys :> [k]f64))) xss yss
