-- Two arrays, whose rows have to agree, and rows as results.
entry regular [n] [m] (xss: [n][m]i32) (yss: [n][m]i32) : [n][m]i32 =
  map2 (\xs ys -> map2 (-) xs ys) xss yss

entry irregular [n] (xss: [n][?]i32) (yss: [n][?]i32) : [n][?]i32 =
  map2 (\xs ys -> let [k] (xs: [k]i32) = xs in map2 (-) xs (ys :> [k]i32)) xss yss
