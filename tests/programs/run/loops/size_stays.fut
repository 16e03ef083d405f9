-- A loop whose parameter has a size that is stated and kept.
-- ==
-- input { [1, 2, 3, 4] } output { [6, 4, 6, 4] }
def main [n] (xs: [n]i32) : [n]i32 =
  loop (ys: [n]i32) = xs for k in [1i64] do map2 (+) (rotate k ys) (rotate (-k) ys)
