-- One whole step of K-means in one dimension: assignment by distance, new centres by two histograms.
-- ==
-- input { [0f64, 10f64] [1f64, 2f64, 9f64, 12f64, 0f64] } output { [1f64, 10.5f64] [0i64, 0i64, 1i64, 1i64, 0i64] }
def closest [k] (centres: [k]f64) (x: f64) : i64 =
  (reduce_comm (\(d, i) (e, j) -> if d < e || (d == e && i < j) then (d, i) else (e, j))
               (f64.inf, i64.highest)
               (zip (map (\c -> f64.abs (c - x)) centres) (iota k))).1

def main [k] [n] (centres: [k]f64) (xs: [n]f64) =
  let members = map (closest centres) xs
  let sums = hist (+) 0 k members xs
  let counts = hist (+) 0 k members (replicate n 1i64)
  in (map2 (\s c -> s / f64.i64 (i64.max 1 c)) sums counts, members)
