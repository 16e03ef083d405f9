-- Sorted numbers without repetitions, and how often each occurred.
-- ==
-- input { [3i64, 1i64, 3i64, 0i64, 3i64] } output { [0i64, 1i64, 3i64] [1, 1, 3] }
def main [n] (xs: [n]i64) =
  let counts = hist (+) 0i32 10 xs (replicate n 1)
  let present = filter (\i -> counts[i] > 0) (iota 10)
  in (present, map (\i -> counts[i]) present)
