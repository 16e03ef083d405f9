-- Rows of pairs are separated.
-- ==
-- input { [3i64, 0i64, 1i64] } output { [[0i64, 1i64, 2i64], [], [0i64]] [[true, false, true], [], [true]] }
def main [n] (ns: [n]i64) : ([n][?]i64, [n][?]bool) =
  let pairs: [n][?](i64, bool) = map (\n -> map (\i -> (i, i % 2 == 0)) (iota n)) ns
  in irregular.unzip pairs
