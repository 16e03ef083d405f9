-- Compaction by hand: a scan of flags gives the places.
-- ==
-- input { [4, -1, 7, -2, 9] } output { [4, 7, 9, 0, 0] 3i64 }
def main [n] (xs: [n]i32) : ([n]i32, i64) =
  let flags = map (\x -> i64.bool (x > 0)) xs
  let places = map2 (\f p -> if f == 1 then p - 1 else -1) flags (scan (+) 0 flags)
  in (scatter (replicate n 0) places xs, i64.sum flags)
