-- Zips and unzips of two to five arrays.
-- Checklist: 82.
-- ==
-- input { [1, 2] [true, false] [3i64, 4i64] } output { [1, 2] [true, false] [3i64, 4i64] [2, 4] 2i64 }
def main [n] (a: [n]i32) (b: [n]bool) (c: [n]i64) =
  let (x, y, z) = unzip3 (zip3 a b c)
  let (p, _, _, _) = unzip4 (zip4 x y z x)
  let (_, q, _, r, _) = unzip5 (zip5 z p y a b)
  in (x, y, z, map2 (+) q r, length (zip2 x y))
