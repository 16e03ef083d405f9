-- Failures deep inside of irregular nests.
-- ==
-- entry: main
-- input { [[1i64, 2i64], [3i64]] [1i64, 0i64] }
-- output { [2i64, 3i64] }
-- input { [[1i64, 2i64], []] [1i64, 0i64] }
-- error: Index \[0\] out of bounds for array of shape \[0\]
-- entry: deep
-- input { [[[1i64], []], [], [[2i64, 3i64]]] 0i64 }
-- output { [[100i64, 0i64], [], [83i64]] }
-- input { [[[1i64], []], [], [[2i64, 3i64]]] 3i64 }
-- error: division by zero
-- input { [[[1i64], []], [], [[2i64, 13i64]]] 3i64 }
-- error: x != 13
def pick (row: []i64) (i: i64) : i64 = row[i]

entry main [n] (rows: [n][?]i64) (places: [n]i64) : [n]i64 = map2 pick rows places

entry deep [n] (rows: [n][?][?]i64) (d: i64) : [n][?]i64 =
  map (map (\row -> i64.sum (map (\x -> assert (x != 13) (100 / (x - d))) row))) rows
