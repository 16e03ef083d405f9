-- A sparse matrix with eight numbers in a row, times a vector.
-- ==
-- compiled script input { ones 16i64 } output { [8.0, 8.0] }
entry ones (n: i64) : ([n]f64, [n]i64) = (replicate n 1, iota n)

def times [n] [k] (m: [n][?](i64, f64)) (v: [k]f64) : [n]f64 =
  map (\row -> f64.sum (map (\(j, a) -> a * v[j]) row)) m

entry main [l] (v: [l]f64) (places: [l]i64) : []f64 =
  let n = l / 8
  let entries = map3 (\p a i -> ((p * 131 + i) % l, a)) (take (8 * n) places) (take (8 * n) v) (iota (8 * n))
  in times (irregular.from_lengths (replicate n 8) entries) v
