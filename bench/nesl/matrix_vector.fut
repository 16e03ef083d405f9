-- A matrix of the numbers of a vector, 64 in a row, times the first of them.
-- ==
-- compiled script input { twos 128i64 } output { [256.0, 256.0] }
entry twos (n: i64) : [n]f64 = replicate n 2

def dot [n] (v: [n]f64) (w: [n]f64) = f64.sum (map2 (*) v w)
def times [n] [m] (a: [n][m]f64) (v: [m]f64) = map (\row -> dot row v) a

entry main [l] (v: [l]f64) : []f64 =
  let n = l / 64
  in times (map (\i -> map (\j -> v[64 * i + j]) (iota 64)) (iota n)) (take 64 v)
