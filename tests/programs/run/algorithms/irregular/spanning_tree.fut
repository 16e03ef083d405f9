-- The minimum spanning forest by the algorithm of Boruvka: every component takes its lightest edge at once.
-- Expected weights are from the algorithm of Kruskal, in another language.
-- ==
-- input { 0i64 empty([0]i64) empty([0]i64) empty([0]i64) }
-- output { 0i64 0i64 }
-- input { 3i64 empty([0]i64) empty([0]i64) empty([0]i64) }
-- output { 0i64 0i64 }
-- input { 2i64 [4i64] [1i64] [0i64] }
-- output { 4i64 1i64 }
-- input { 10i64 [9i64, 4i64, 4i64, 4i64, 7i64, 8i64, 7i64, 3i64, 3i64, 4i64, 7i64, 9i64, 4i64, 3i64, 5i64, 9i64,
-- 6i64, 5i64, 8i64] [0i64, 5i64, 9i64, 7i64, 4i64, 0i64, 4i64, 3i64, 5i64, 4i64, 8i64, 7i64, 1i64, 8i64, 5i64, 4i64,
-- 5i64, 3i64, 2i64] [6i64, 1i64, 6i64, 1i64, 8i64, 5i64, 0i64, 5i64, 6i64, 1i64, 5i64, 8i64, 0i64, 3i64, 9i64, 5i64,
-- 1i64, 9i64, 9i64] }
-- output { 37i64 9i64 }
-- input { 25i64 [9i64, 6i64, 2i64, 3i64, 7i64, 9i64, 2i64, 5i64, 2i64, 2i64, 1i64, 1i64, 2i64, 4i64, 3i64, 3i64,
-- 3i64, 7i64, 5i64, 8i64, 4i64, 5i64, 6i64, 6i64, 2i64, 8i64, 4i64, 9i64, 6i64, 9i64, 4i64, 2i64, 8i64, 6i64, 5i64,
-- 3i64, 5i64, 2i64, 1i64, 2i64, 2i64, 1i64, 5i64, 8i64, 2i64, 6i64, 3i64, 3i64, 5i64, 9i64, 3i64, 9i64, 6i64, 9i64,
-- 4i64, 7i64, 1i64, 4i64] [24i64, 1i64, 12i64, 10i64, 2i64, 7i64, 8i64, 18i64, 14i64, 1i64, 19i64, 2i64, 1i64, 18i64,
-- 3i64, 21i64, 23i64, 12i64, 17i64, 10i64, 20i64, 23i64, 14i64, 12i64, 10i64, 3i64, 19i64, 22i64, 8i64, 6i64, 7i64,
-- 8i64, 2i64, 7i64, 1i64, 10i64, 7i64, 17i64, 7i64, 8i64, 23i64, 20i64, 24i64, 15i64, 16i64, 2i64, 5i64, 4i64, 3i64,
-- 19i64, 6i64, 23i64, 19i64, 23i64, 5i64, 17i64, 22i64, 8i64] [3i64, 13i64, 4i64, 3i64, 18i64, 18i64, 11i64, 17i64,
-- 8i64, 9i64, 21i64, 13i64, 6i64, 13i64, 14i64, 7i64, 3i64, 17i64, 8i64, 3i64, 10i64, 19i64, 12i64, 2i64, 19i64,
-- 8i64, 24i64, 15i64, 5i64, 9i64, 11i64, 2i64, 20i64, 12i64, 10i64, 18i64, 10i64, 19i64, 12i64, 17i64, 2i64, 0i64,
-- 11i64, 4i64, 24i64, 16i64, 24i64, 10i64, 22i64, 9i64, 4i64, 1i64, 21i64, 22i64, 9i64, 5i64, 21i64, 24i64] }
-- output { 58i64 24i64 }
-- input { 30i64 [2i64, 7i64, 9i64, 9i64, 7i64, 3i64, 1i64, 7i64, 1i64, 3i64, 3i64, 5i64, 7i64, 2i64, 1i64, 6i64,
-- 8i64, 4i64, 8i64, 4i64] [21i64, 17i64, 14i64, 14i64, 26i64, 8i64, 25i64, 18i64, 22i64, 18i64, 8i64, 12i64, 5i64,
-- 7i64, 5i64, 16i64, 29i64, 7i64, 21i64, 22i64] [14i64, 8i64, 27i64, 0i64, 10i64, 15i64, 20i64, 0i64, 11i64, 4i64,
-- 26i64, 18i64, 19i64, 15i64, 16i64, 28i64, 21i64, 10i64, 15i64, 13i64] }
-- output { 90i64 19i64 }
-- input { 6i64 [5i64, 1i64, 6i64, 5i64, 8i64, 5i64, 1i64, 6i64, 3i64, 1i64, 5i64, 5i64, 3i64, 2i64, 3i64, 3i64, 4i64,
-- 9i64, 5i64, 7i64, 1i64, 8i64, 1i64, 4i64, 3i64, 9i64, 5i64, 8i64, 2i64, 7i64, 1i64] [5i64, 0i64, 1i64, 4i64, 4i64,
-- 3i64, 3i64, 3i64, 4i64, 4i64, 5i64, 5i64, 4i64, 3i64, 2i64, 4i64, 0i64, 3i64, 2i64, 5i64, 1i64, 4i64, 5i64, 2i64,
-- 2i64, 1i64, 4i64, 1i64, 1i64, 1i64, 4i64] [1i64, 4i64, 4i64, 2i64, 0i64, 1i64, 5i64, 4i64, 5i64, 0i64, 0i64, 0i64,
-- 5i64, 1i64, 3i64, 3i64, 3i64, 0i64, 1i64, 4i64, 4i64, 0i64, 4i64, 1i64, 1i64, 2i64, 2i64, 4i64, 4i64, 2i64, 2i64] }
-- output { 5i64 5i64 }

-- The weight of a minimum spanning forest, and how many edges it has.
entry main [m] (vertices: i64) (weights: [m]i64) (from: [m]i64) (to: [m]i64) : (i64, i64) =
  let edges = zip4 weights (iota m) from to
  let (total, count, _, _) =
    loop (total, count, parent, edges: [](i64, i64, i64, i64)) = (0, 0, iota vertices, edges)
    while length edges > 0 do
      -- The lightest edge of each component; equal weights by number.
      let lighter (w, i, a, b) (v, j, c, d) : (i64, i64, i64, i64) =
        if w < v || (w == v && i < j) then (w, i, a, b) else (v, j, c, d)
      let both = edges ++ map (\(w, i, a, b) -> (w, i, b, a)) edges
      let best = hist lighter (i64.highest, i64.highest, -1, -1) vertices (map (.2) both) both
      -- A component hooks onto the other end, unless both would.
      let hooks = map (\v -> let (_, i, _, b) = best[v]
                             in if b < 0 then v
                                else let (_, j, _, _) = best[b]
                                     in if i == j && v < b then v else b)
                      (iota vertices)
      let chosen = filter (\v -> hooks[v] != v) (iota vertices)
      let total = total + i64.sum (map (\v -> best[v].0) chosen)
      -- Paths are halved until all point to a root.
      let (hooks, _) =
        loop (hooks, again) = (hooks, true) while again do
          let next = map (\p -> hooks[p]) hooks
          in (next, or (map2 (!=) next hooks))
      let parent = map (\p -> hooks[p]) parent
      let edges = filter (\(_, _, a, b) -> a != b) (map (\(w, i, a, b) -> (w, i, hooks[a], hooks[b])) edges)
      in (total, count + length chosen, parent, edges)
  in (total, count)
