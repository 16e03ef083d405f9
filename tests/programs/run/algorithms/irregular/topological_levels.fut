-- The level of every vertex of a directed graph without cycles: how long the longest way to it is; -1 on and after a
-- cycle.
-- ==
-- input { empty([0][?]i64) }
-- output { empty([0]i64) }
-- input { empty([2][?: 0, 0]i64) }
-- output { [0i64, 0i64] }
-- input { [[1i64], [2i64], []] }
-- output { [0i64, 1i64, 2i64] }
-- input { [[1i64], [0i64]] }
-- output { [-1i64, -1i64] }
-- input { [[], [4i64], [12i64], [], [], [6i64], [1i64], [17i64, 14i64, 17i64, 13i64], [0i64], [7i64, 8i64, 4i64,
-- 15i64], [14i64], [8i64, 0i64, 16i64, 0i64, 16i64], [1i64], [4i64], [15i64, 6i64], [6i64], [15i64, 17i64, 10i64],
-- [6i64, 1i64, 10i64, 4i64], [14i64, 7i64, 8i64], [6i64, 8i64, 6i64]] }
-- output { [2i64, 7i64, 0i64, 0i64, 8i64, 0i64, 6i64, 1i64, 1i64, 0i64, 3i64, 0i64, 1i64, 2i64, 4i64, 5i64, 1i64,
-- 2i64, 0i64, 0i64] }
-- input { [[6i64], [], [1i64], [7i64, 6i64], [8i64, 5i64], [], [7i64], [], [], [2i64], [2i64], [5i64, 1i64]] }
-- output { [0i64, 2i64, 1i64, 0i64, 0i64, 1i64, 1i64, 2i64, 1i64, 0i64, 0i64, 0i64] }
-- input { [[1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 10i64, 11i64, 12i64, 13i64, 14i64], [], [], [], [],
-- [], [], [], [], [], [], [], [], [], []] }
-- output { [0i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64] }
entry main [n] (graph: [n][?]i64) : [n]i64 =
  let ends = irregular.flatten graph
  let incoming = hist (+) 0 n ends (map (const 1) ends)
  let sources = filter (\v -> incoming[v] == 0) (iota n)
  let (levels, _, _, _) =
    loop (levels: *[n]i64, incoming: *[n]i64, ready, level) = (replicate n (-1), incoming, sources, 0)
    while !(null ready) do
      let levels = scatter levels ready (map (const level) ready)
      let [k] (targets: [k]i64) = irregular.flatten (map (\v -> graph[v]) ready : [][?]i64)
      let incoming = reduce_by_index incoming (+) 0 targets (replicate k (-1))
      let freed = filter (\v -> incoming[v] == 0) targets
      let first = scatter (replicate n (-1)) freed (indices freed)
      let ready = map (.0) (filter (\(v, i) -> first[v] == i) (zip freed (indices freed)))
      in (levels, incoming, ready, level + 1)
  in levels
