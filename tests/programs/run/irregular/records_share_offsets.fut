-- Components of records in rows have one array of offsets inside of the program, and are given back with their own.
-- Checklist: 52.
-- ==
-- entry: same
-- input { [[1i64, 2i64], [], [3i64]] } output { [[1i64, 2i64], [], [3i64]] [[2i64, 4i64], [], [6i64]] }

-- ==
-- entry: products
-- input { [[0i64, 1i64], [], [2i64]] [5i64, 6i64, 7i64] } output { [6i64, 0i64, 14i64] }

-- ==
-- entry: kept
-- input { [[1i64, 2i64], [], [3i64]] } output { [[2i64], [], [3i64]] [[4i64], [], [6i64]] }

type row_pair = (i64, i64)

def pairs [n] (rows: [n][?]i64) : [n][?]row_pair = map (\row -> map (\x -> (x, 2 * x)) row) rows

entry make [n] (rows: [n][?]i64) : [n][?]row_pair = pairs rows

entry unmade [n] (rows: [n][?]row_pair) : ([n][?]i64, [n][?]i64) = irregular.unzip rows

entry same [n] (rows: [n][?]i64) : ([n][?]i64, [n][?]i64) = irregular.unzip (pairs rows)

entry products [n] (rows: [n][?]i64) (v: []i64) : [n]i64 =
  map (\row -> i64.sum (map (\(c, x) -> v[c] * x / 2) row)) (pairs rows)

entry kept [n] (rows: [n][?]i64) : ([n][?]i64, [n][?]i64) =
  irregular.unzip (irregular.filter (\(x, y) -> x + y > 3) (pairs rows))
