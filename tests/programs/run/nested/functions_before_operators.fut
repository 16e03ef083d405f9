-- Operators after a function that is irregular itself: reductions, scans, histograms, scatters and filters of rows.
-- ==
-- entry: total
-- input { [[1i64, 2i64], [], [3i64, 4i64, 5i64]] } output { 15i64 }
-- input { empty([0][0]i64) } output { 0i64 }

-- ==
-- entry: running
-- input { [[1i64, 2i64], [], [3i64, 4i64, 5i64]] } output { [3i64, 3i64, 15i64] }

-- ==
-- entry: by_parity
-- input { [[1i64, 2i64], [], [3i64, 4i64, 5i64], [4i64]] } output { [16i64, 3i64] }

-- ==
-- entry: large
-- input { [[1i64, 2i64], [], [3i64, 4i64, 5i64], [4i64]] } output { [2i64, 3i64] }

-- ==
-- entry: kept
-- input { [[1i64, 2i64], [], [3i64, 4i64, 5i64], [4i64]] } output { [[3i64, 4i64, 5i64], [4i64]] }

-- ==
-- entry: in_maps
-- input { [[2i64, 3i64], [], [1i64, 4i64, 0i64]] } output { [5i64, 0i64, 10i64] [1i64, 0i64, 1i64] [[1i64, 4i64], [], [0i64, 6i64, 6i64]] }

entry total [n] (rows: [n][?]i64) : i64 = i64.sum (map i64.sum rows)

entry running [n] (rows: [n][?]i64) : [n]i64 = scan (+) 0 (map i64.sum rows)

entry by_parity [n] (rows: [n][?]i64) : [2]i64 =
  reduce_by_index (replicate 2 0) (+) 0 (map (\row -> i64.sum row % 2) rows) (map i64.sum rows)

entry large [n] (rows: [n][?]i64) : []i64 = filter (\i -> i64.sum rows[i] > 3) (iota n)

entry kept [n] (rows: [n][?]i64) : [][?]i64 = filter (\row -> i64.sum row > 3) rows

entry in_maps [n] (rows: [n][?]i64) : ([n]i64, [n]i64, [n][?]i64) =
  ( map (\row -> i64.sum (map (\k -> i64.sum (scan (+) 0 (iota k))) row)) rows
  , map (\row -> length (filter (\k -> i64.sum (iota k) > 2) row)) rows
  , map (\row -> scan (+) 0 (map (\k -> i64.sum (iota k)) row)) rows
  )
