-- The weight of a minimum spanning forest by Boruvka's rounds: every component takes its lightest edge. Weights differ.
-- Expected values are from Kruskal's algorithm, in another language.
-- ==
-- input { 3i64 empty([0]i64) empty([0]i64) empty([0]i64) } output { 0i64 }
-- input { 3i64 [5i64, 2i64, 9i64] [0i64, 1i64, 0i64] [1i64, 2i64, 2i64] } output { 7i64 }
-- input { 14i64 [103i64, 28i64, 75i64, 99i64, 18i64, 5i64, 176i64, 1i64, 55i64, 54i64, 14i64, 97i64, 182i64, 102i64,
-- 108i64, 19i64, 145i64, 162i64, 51i64, 173i64, 70i64, 87i64, 23i64, 80i64, 86i64, 105i64, 31i64, 35i64] [3i64, 1i64,
-- 0i64, 12i64, 2i64, 8i64, 7i64, 3i64, 12i64, 6i64, 6i64, 3i64, 4i64, 12i64, 4i64, 3i64, 6i64, 9i64, 9i64, 0i64, 3i64,
-- 4i64, 12i64, 5i64, 4i64, 1i64, 9i64, 3i64] [11i64, 0i64, 7i64, 7i64, 10i64, 3i64, 8i64, 11i64, 2i64, 10i64, 1i64,
-- 0i64, 13i64, 9i64, 0i64, 2i64, 13i64, 10i64, 1i64, 2i64, 7i64, 0i64, 9i64, 13i64, 6i64, 3i64, 10i64, 0i64] }
-- output { 555i64 }
def root [n] (parents: [n]i64) (v: i64) : i64 = loop v while parents[v] != v do parents[v]

entry main (n: i64) (weights: []i64) (us: []i64) (vs: []i64) : i64 =
  let edges =
    zip3 (sized (length weights) weights) (sized (length weights) us) (sized (length weights) vs)
  in (loop (total, component, edges: [](i64, i64, i64)) = (0, iota n, edges)
      while length edges > 0 do
        let lighter a b = if a < b then a else b
        let ends = flatten (map (\(w, u, v) -> [(u, w), (v, w)]) edges)
        let lightest = hist lighter i64.highest n (map (.0) ends) (map (.1) ends)
        let chosen = filter (\(w, u, v) -> lightest[u] == w || lightest[v] == w) edges
        -- A component hangs itself on that at the other end; of two that choose the same edge the lesser one stays.
        let towards =
          irregular.flatten (map (\(w, u, v) ->
                                    (if lightest[u] == w && (lightest[v] != w || u > v)
                                     then [(u, v)]
                                     else [])
                                    ++ (if lightest[v] == w && (lightest[u] != w || v > u)
                                        then [(v, u)]
                                        else []))
                                 chosen : [][?](i64, i64))
        let parents = scatter (iota n) (map (.0) towards) (map (.1) towards)
        let roots = map (root parents) (iota n)
        let left = filter (\(_, u, v) -> u != v) (map (\(w, u, v) -> (w, roots[u], roots[v])) edges)
        in (total + i64.sum (map (.0) chosen), map (\c -> roots[c]) component, left)).0
