-- A sum for each segment; an empty segment gives the neutral element.
-- Checklist: 3, 80.
-- ==
-- input { [2i64, 0i64, 3i64] [1, 2, 3, 4, 5] } output { [3, 0, 12] }
def main [w] [n] (segments: [w]i64) (xs: [n]i32) : [w]i32 =
  let ends = scan (+) 0 segments
  let flags =
    scatter (replicate n false)
            (map2 (\s e -> if s == 0 then -1 else e - s) segments ends)
            (replicate w true)
  let sums =
    map (.1) (scan (\(f, x) (g, y) -> (f || g, if g then y else x + y)) (false, 0) (zip flags xs))
  in map2 (\s e -> if s == 0 then 0 else sums[e - 1]) segments ends
