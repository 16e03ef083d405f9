-- Branches in a map that give rows of different lengths.
-- Checklist: 20.
-- ==
-- input { [3i64, -2i64, 0i64] } output { [[0i64, 1i64, 2i64], [-2i64, -2i64, -2i64, -2i64], []] }
def main [n] (xs: [n]i64) : [n][?]i64 =
  map (\x -> if x >= 0 then iota x else replicate (2 * -x) x) xs
