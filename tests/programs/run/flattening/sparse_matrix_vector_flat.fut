-- The same in compressed rows, flattened by hand: a segmented sum by a histogram of row numbers.
-- ==
-- input { [1i64, 0i64, 2i64] [0i64, 1i64, 2i64] [7f64, 2f64, 3f64] [1f64, 2f64, 3f64] } output { [7f64, 0f64, 13f64] }
def main [n] [k] [m] (lengths: [n]i64) (columns: [k]i64) (values: [k]f64) (v: [m]f64) : [n]f64 =
  let ends = scan (+) 0 lengths
  let row_of i = i64.sum (map (\e -> i64.bool (e <= i)) ends)
  in hist (+) 0 n (map row_of (iota k)) (map2 (\c x -> x * v[c]) columns values)
