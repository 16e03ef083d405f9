-- A line through points by least squares: its value at 0, and how steep it is.
-- ==
-- input { [0.0, 1.0, 2.0] [1.0, 3.0, 5.0] } output { [1.0, 2.0] }
entry main [n] (x: [n]f64) (y: [n]f64) : [2]f64 =
  let m = f64.i64 n
  let mx = f64.sum x / m
  let my = f64.sum y / m
  let squares = f64.sum (map (\a -> (a - mx) * (a - mx)) x)
  let b = f64.sum (map2 (\a c -> (a - mx) * c) x y) / squares
  in [my - mx * b, b]
