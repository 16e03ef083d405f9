-- A loop around operators on all rows that looks at them to see whether it is to end.
entry regular [n] [m] (xss: [n][m]f64) : [n][m]f64 =
  loop yss = xss while f64.maximum (map f64.sum yss) > 100 do map (map (* 0.25)) yss

entry irregular [n] (xss: [n][?]f64) : [n][?]f64 =
  loop yss = xss while f64.maximum (map f64.sum yss) > 100 do map (map (* 0.25)) yss
