-- Components: the least vertex that can be reached.
-- ==
-- input { [[6], [1, 1, 4, 9], [7], [], [1], [], [0], [2, 7, 7], [], [1]] }
-- output { [0, 1, 2, 3, 1, 5, 0, 2, 8, 1] }
-- input { [[8, 8], [], [10], [6, 12, 5, 8, 12], [14], [13, 6, 3], [3, 5], [], [0, 0, 3], [10], [2, 9], [], [3, 3], [5], [4]] }
-- output { [0, 1, 2, 0, 4, 0, 0, 7, 0, 2, 2, 11, 0, 0, 4] }
-- input { [[]] }
-- output { [0] }
-- input { [[3, 5, 4, 1, 6, 5, 2, 4, 1, 6, 4], [0, 0, 7, 7, 1, 1, 6], [7, 0], [0], [0, 7, 0, 0], [0, 0, 7, 5, 5], [0, 7, 0, 1], [6, 2, 5, 4, 1, 1]] }
-- output { [0, 0, 0, 0, 0, 0, 0, 0] }

entry main [n] (neighbours: [n][?]i64) : [n]i64 =
  let (labels, _) =
    loop (labels, changed) = (iota n, true) while changed do
      let next =
        map2 (\l ns -> i64.min l (i64.minimum (map (\v -> labels[v]) ns))) labels neighbours
      in (next, or (map2 (!=) labels next))
  in labels
