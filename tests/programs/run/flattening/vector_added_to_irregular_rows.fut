-- The same with rows that may differ: the coercion of each row finds the mistake.
-- Checklist: 36, 40, 59.
-- ==
-- input { [[1, 2], [3, 4]] [10, 20] } output { [[11, 22], [13, 24]] }
-- input { [[1, 2], [3]] [10, 20] } error: shape|length
def main [n] [m] (xss: [n][?]i32) (ys: [m]i32) : [n][m]i32 =
  map (\xs -> map2 (+) (xs :> [m]i32) ys) xss
