-- Bridges of a graph: a breadth-first forest, and for each of its edges whether another edge leaves the subtree.
-- ==
-- entry: main
-- input { 0i64 empty([0]i64) empty([0]i64) }
-- output { empty([0]i64) }
-- input { 1i64 [0i64] [0i64] }
-- output { empty([0]i64) }
-- input { 3i64 [0i64, 1i64] [1i64, 2i64] }
-- output { [0i64, 1i64] }
-- input { 3i64 [0i64, 1i64, 2i64] [1i64, 2i64, 0i64] }
-- output { empty([0]i64) }
-- input { 2i64 [0i64, 0i64] [1i64, 1i64] }
-- output { empty([0]i64) }
-- input { 10i64 [2i64, 4i64, 1i64, 5i64, 9i64, 2i64, 0i64, 6i64, 6i64, 1i64, 1i64] [2i64, 5i64, 7i64, 9i64, 7i64, 6i64,
-- 3i64, 3i64, 5i64, 5i64, 5i64] }
-- output { [1i64, 5i64, 6i64, 7i64, 8i64] }
-- input { 14i64 [6i64, 1i64, 10i64, 8i64, 12i64, 13i64, 7i64, 6i64, 1i64, 3i64, 9i64, 3i64, 0i64, 3i64, 1i64, 1i64]
-- [3i64, 4i64, 11i64, 12i64, 4i64, 4i64, 11i64, 4i64, 2i64, 9i64, 1i64, 0i64, 4i64, 11i64, 3i64, 13i64] }
-- output { [2i64, 3i64, 4i64, 6i64, 8i64, 13i64] }

def forest [n] (graph: [n][?](i64, i64)) : ([n]i64, [n]i64, [n]i64) =
  -- Parent, edge to the parent, and depth of every vertex.
  let state = (replicate n (-1), replicate n (-1), replicate n (-1))
  in loop (parent, edge, depth) = state for root < n do
       if depth[root] >= 0 then (parent, edge, depth)
       else let depth = copy depth with [root] = 0
            let (parent, edge, depth, _, _) =
              loop (parent, edge, depth, frontier: []i64, d) = (parent, edge, depth, [root], 1) while !(null frontier) do
                let found: [][?](i64, i64, i64) =
                  map (\v -> map (\(w, e) -> (w, v, e)) (filter (\(w, _) -> depth[w] < 0) graph[v])) frontier
                let (ws, vs, es) = unzip3 (irregular.flatten found)
                let parent = scatter (copy parent) ws vs
                let edge = reduce_by_index (copy edge) i64.max (-1) ws es
                let depth = scatter (copy depth) ws (map (const d) ws)
                let next = filter (\v -> depth[v] == d) (iota n)
                in (parent, edge, depth, next, d + 1)
            in (parent, edge, depth)

def inside [n] (parent: [n]i64) (top: i64) (v: i64) : bool =
  (loop v while v >= 0 && v != top do parent[v]) == top

entry main [m] (n: i64) (us: [m]i64) (vs: [m]i64) : []i64 =
  let ends = zip (us ++ vs) (zip (vs ++ us) (iota m ++ iota m))
  let graph = irregular.group n (map (.0) ends) (map (.1) ends)
  let (_, edge, _) = forest graph
  -- Parents once more, from the edges that were chosen.
  let parent = map2 (\v e -> if e < 0 then -1 else if us[e] == v then vs[e] else us[e]) (iota n) edge
  let is_bridge v =
    edge[v] >= 0
    && all (\(w, (x, e)) -> e == edge[v] || inside parent v w == inside parent v x) ends
  let found = map (\v -> edge[v]) (filter is_bridge (iota n))
  let marks = spread m false found (map (const true) found)
  in filter (\e -> marks[e]) (iota m)
