-- Both parts of an array of pairs are divided by their sums: the sizes are equal because they were one array.
-- Checklist: 30, 53.
-- ==
-- input { [1f64, 3f64] [2f64, 2f64] } output { [0.25f64, 0.75f64] [0.5f64, 0.5f64] }
def norm2 [n] (xys: [n](f64, f64)) : ([n]f64, [n]f64) =
  let xs = map (\(x, _) -> x) xys
  let ys = map (\(_, y) -> y) xys
  let sum1 = f64.sum xs
  let sum2 = f64.sum ys
  in (map (/ sum1) xs, map (/ sum2) ys)

def main [n] (xs: [n]f64) (ys: [n]f64) = norm2 (zip xs ys)
