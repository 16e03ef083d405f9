-- Scatters, histograms and updates of rows in maps, whose sizes differ from point to point.
-- Checklist: 24.
-- ==
-- entry: squares
-- input { [2i64, 0i64, 3i64] }
-- output { [[1i64, 0i64, 0i64, 1i64], [], [1i64, 0i64, 0i64, 0i64, 1i64, 0i64, 0i64, 0i64, 1i64]] }

-- ==
-- entry: fixed
-- input { [2i64, 0i64, 4i64] }
-- output { [[0i64, 0i64, 0i64, 0i64, 1i64, 0i64], [], [0i64, 0i64, 0i64, 0i64, 1i64, 0i64, 0i64, 0i64, 2i64, 0i64, 0i64, 0i64]] }

-- ==
-- entry: rows
-- input { [2i64, 0i64, 4i64] [3i64, 2i64, 1i64] }
-- output { [[0i64, 1i64, 2i64, 0i64, 0i64, 0i64], [], [0i64, 0i64, 1i64, 0i64]] }

-- ==
-- entry: histograms
-- input { [2i64, 0i64, 4i64] [3i64, 2i64, 1i64] }
-- output { [[6i64, 3i64, 0i64, 4i64, 1i64, 0i64], [], [6i64, 4i64, 2i64, 0i64]] }

-- ==
-- entry: row_histograms
-- input { [2i64, 0i64, 4i64] [3i64, 2i64, 1i64] }
-- output { [[9i64, 12i64, 15i64, 5i64, 7i64, 9i64], [], [9i64, 5i64, 7i64, 0i64]] }

-- ==
-- entry: updates
-- input { [2i64, 3i64] [3i64, 1i64] }
-- output { [[0i64, 0i64, 0i64, 9i64, 1i64, 9i64], [0i64, 9i64, 0i64]] }

entry squares [n] (ks: [n]i64) : [n][?]i64 =
  map (\k ->
         flatten (scatter_2d (replicate k (replicate k 0))
                             (map (\i -> (i, i)) (iota (k + 2)))
                             (replicate (k + 2) 1)))
      ks

-- Only one of the two dimensions differs.
entry fixed [n] (ks: [n]i64) : [n][?]i64 =
  map (\k ->
         flatten (scatter_2d (replicate k (replicate 3 0)) (map (\i -> (i, i)) (iota 5)) (iota 5)))
      ks

-- Whole rows are written.
entry rows [n] (ks: [n]i64) (ms: [n]i64) : [n][?]i64 =
  map2 (\k m ->
          flatten (scatter (replicate k (replicate m 0))
                           (map (\i -> i * 2) (iota k))
                           (tabulate k (\i -> map (+ i) (iota m)))))
       ks
       ms

entry histograms [n] (ks: [n]i64) (ms: [n]i64) : [n][?]i64 =
  map2 (\k m ->
          flatten (reduce_by_index_2d (replicate k (replicate m 0))
                                      (+)
                                      0
                                      (map (\i -> (i % 3, i % 2)) (iota 7))
                                      (iota 7)))
       ks
       ms

-- The values that are combined are of different sizes: these are combined in order.
entry row_histograms [n] (ks: [n]i64) (ms: [n]i64) : [n][?]i64 =
  map2 (\k m ->
          flatten (reduce_by_index (replicate k (replicate m 0))
                                   (map2 (+))
                                   (replicate m 0)
                                   (map (\i -> i % 3) (iota 7))
                                   (tabulate 7 (\i -> map (+ i) (iota m)))))
       ks
       ms

-- A row, then every second element of it.
entry updates [n] (ks: [n]i64) (ms: [n]i64) : [n][?]i64 =
  map2 (\k m ->
          let xss = replicate k (replicate m 0)
          let sums = scan (+) 0 (iota m)
          let xss[1] = map (\x -> i64.min x 1) sums
          let xss[1, ::2] = replicate ((m + 1) / 2) 9
          in flatten xss)
       ks
       ms
