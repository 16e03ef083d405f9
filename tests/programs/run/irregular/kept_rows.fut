-- Filters of rows, in which a row has another length at each point.
-- ==
-- input { [3i64, 0i64, 2i64] } output { [[9i64, 9i64, 9i64], [], [4i64, 4i64]] }
-- input { empty([0]i64) } output { empty([0][?]i64) }
def kept_sums (k: i64) : [k]i64 =
  let rows = filter (\row -> length row > 0) (map (\_ -> replicate k k) (iota k))
  in loop sums = replicate k 0 for row in rows do map2 (+) sums row

entry main [n] (ks: [n]i64) : [n][?]i64 = map kept_sums ks
