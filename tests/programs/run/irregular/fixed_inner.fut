-- Rows of triples: the innermost dimension is regular.
-- ==
-- input { [2i64, 0i64, 1i64] } output { [[[0i64, 0i64, 0i64], [1i64, 1i64, 1i64]], [], [[0i64, 0i64, 0i64]]] [3i64, 0i64, 0i64] }
def main [n] (ns: [n]i64) : ([n][?][3]i64, [n]i64) =
  let a: [n][?][3]i64 = map (\n -> map (\i -> replicate 3 i) (iota n)) ns
  in (a, map (\rows -> i64.sum (map i64.sum rows)) a)
