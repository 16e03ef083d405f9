-- A branch that holds rows.
def either [m] (xs: [m]f64) : [m]f64 =
  let total = f64.sum xs
  in if total > 100 then map (/ total) xs else map (\x -> x * x) xs

entry regular [n] [m] (xss: [n][m]f64) : [n][m]f64 = map either xss
entry irregular [n] (xss: [n][?]f64) : [n][?]f64 = map either xss
