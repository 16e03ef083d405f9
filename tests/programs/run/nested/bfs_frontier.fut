-- Breadth-first search by frontiers.
-- ==
-- input { [[6], [1, 1, 4, 9], [7], [], [1], [], [0], [2, 7, 7], [], [1]] 0 }
-- output { [0, -1, -1, -1, -1, -1, 1, -1, -1, -1] }
-- input { [[8, 8], [], [10], [6, 12, 5, 8, 12], [14], [13, 6, 3], [3, 5], [], [0, 0, 3], [10], [2, 9], [], [3, 3], [5], [4]] 0 }
-- output { [0, -1, -1, 2, -1, 3, 3, -1, 1, -1, -1, -1, 3, 4, -1] }
-- input { [[]] 0 }
-- output { [0] }
-- input { [[3, 5, 4, 1, 6, 5, 2, 4, 1, 6, 4], [0, 0, 7, 7, 1, 1, 6], [7, 0], [0], [0, 7, 0, 0], [0, 0, 7, 5, 5], [0, 7, 0, 1], [6, 2, 5, 4, 1, 1]] 0 }
-- output { [0, 1, 1, 1, 1, 1, 1, 2] }

entry main [n] (graph: [n][?]i64) (source: i64) : [n]i64 =
  let distance = replicate n (-1) with [source] = 0
  let (distance, _, _) =
    loop (distance, frontier, depth) = (distance, [source], 1) while length frontier > 0 do
      let reached = irregular.flatten (map (\v -> graph[v]) frontier)
      let new = filter (\v -> distance[v] < 0) reached
      -- One of several that reach the same vertex.
      let winner = reduce_by_index (replicate n (-1)) i64.max (-1) new (indices new)
      let frontier = map (.1) (filter (\(i, v) -> winner[v] == i) (zip (indices new) new))
      in (scatter distance frontier (map (const depth) frontier), frontier, depth + 1)
  in distance
