-- Branches with and without inner parallelism: sum, sum of exponentials, first element.
-- ==
-- input { [0, 1, 2] [[1f64, 2f64], [0f64, 0f64, 0f64], [9f64]] } output { [3f64, 3f64, 9f64] }
def main [n] (ks: [n]i32) (xss: [n][?]f64) : [n]f64 =
  map2 (\k xs ->
          match k
          case 0 -> f64.sum xs
          case 1 -> f64.sum (map f64.exp xs)
          case _ -> xs[0]) ks xss
