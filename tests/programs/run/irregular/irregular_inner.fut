-- A regular array of irregular rows.
-- ==
-- input { } output { [[[0i64], []], [[0i64, 1i64], [0i64]]] [[1i64, 0i64], [2i64, 1i64]] }
def main : ([2][2][?]i64, [2][2]i64) =
  let a: [2][2][?]i64 = map (\i -> map (\j -> iota (i + 1 - j)) (iota 2)) (iota 2)
  in (a, map (map length) a)
