-- A match in a map with irregular arguments and results, overlapping cases in order.
-- Checklist: 11, 20.
-- ==
-- input { [0i64, 1i64, 2i64, 5i64] [[7i64], [1i64, 2i64], [3i64, 4i64, 5i64], []] } output { [[], [1i64, 2i64], [12i64], [5i64, 5i64]] }
def main [n] (ks: [n]i64) (xss: [n][?]i64) : [n][?]i64 =
  map2 (\k xs ->
          match (k, length xs)
          case (0, _) -> []
          case (1, 2) -> xs
          case (_, 3) -> [i64.sum xs]
          case (c, _) -> replicate 2 c) ks xss
