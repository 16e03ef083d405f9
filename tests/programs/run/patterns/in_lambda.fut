-- A match in a lambda that is mapped, with arrays in its branches.
-- ==
-- input { [0, 1, 2, 3] [[1, 2], [3, 4], [5, 6], [7, 8]] } output { [3, 12, 5, 7] }
def main [n] [m] (ks: [n]i32) (xss: [n][m]i32) : [n]i32 =
  map2 (\k xs ->
          match k
          case 0 -> i32.sum xs
          case 1 -> i32.product xs
          case _ -> xs[0]) ks xss
