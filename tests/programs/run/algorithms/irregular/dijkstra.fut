-- Shortest ways from several sources, by the algorithm of Dijkstra.
-- ==
-- input { empty([1][?: 0]i64) empty([1][?: 0]i64) [0i64] }
-- output { [[0i64]] }
-- input { [[0i64, 4i64], [2i64, 1i64], [], [0i64, 5i64, 0i64, 3i64], [2i64, 3i64], [1i64, 2i64]] [[2i64, 5i64],
-- [7i64, 5i64], [], [4i64, 8i64, 0i64, 2i64], [0i64, 4i64], [1i64, 8i64]] [0i64, 3i64] }
-- output { [[0i64, 18i64, 5i64, 9i64, 5i64, 17i64], [0i64, 9i64, 5i64, 0i64, 5i64, 8i64]] }
-- input { [[], [7i64, 1i64], [13i64, 4i64, 5i64], [12i64], [5i64, 14i64, 14i64], [8i64, 10i64, 2i64, 3i64, 10i64,
-- 2i64], [13i64, 1i64, 10i64], [12i64, 6i64], [1i64, 3i64], [7i64, 14i64, 9i64, 2i64, 2i64, 12i64, 14i64], [0i64,
-- 0i64, 12i64, 5i64], [], [11i64, 7i64, 9i64], [8i64], [14i64, 9i64, 14i64]] [[], [4i64, 0i64], [9i64, 0i64, 8i64],
-- [1i64], [5i64, 1i64, 2i64], [2i64, 9i64, 7i64, 9i64, 1i64, 1i64], [2i64, 7i64, 3i64], [9i64, 4i64], [6i64, 9i64],
-- [3i64, 7i64, 3i64, 4i64, 5i64, 3i64, 5i64], [8i64, 8i64, 7i64, 6i64], [], [8i64, 6i64, 5i64], [4i64], [7i64, 6i64,
-- 9i64]] [2i64, 2i64, 14i64] }
-- output { [[14i64, 13i64, 0i64, 14i64, 0i64, 5i64, 14i64, 10i64, 7i64, 7i64, 6i64, 18i64, 10i64, 9i64, 1i64],
-- [14i64, 13i64, 0i64, 14i64, 0i64, 5i64, 14i64, 10i64, 7i64, 7i64, 6i64, 18i64, 10i64, 9i64, 1i64], [24i64, 20i64,
-- 10i64, 24i64, 10i64, 15i64, 13i64, 9i64, 17i64, 6i64, 16i64, 17i64, 9i64, 15i64, 0i64]] }
-- input { [[2i64], [3i64, 0i64], [3i64], [0i64, 2i64]] [[9i64], [4i64, 1i64], [4i64], [7i64, 3i64]] empty([0]i64) }
-- output { empty([0][4]i64) }
def dijkstra [n] (graph: [n][?](i64, i64)) (source: i64) : [n]i64 =
  let far = i64.highest
  let (distances, _) =
    loop (distances, done) = (replicate n far with [source] = 0, replicate n false) for _i < n do
      let nearer (d, v) (e, w) = if d < e || (d == e && v < w) then (d, v) else (e, w)
      let (d, v) = reduce nearer (far, -1) (map3 (\d f v -> if f then (far, -1) else (d, v)) distances done (iota n))
      in if v < 0 || d == far then (distances, done)
         else let (to, weights) = unzip graph[v]
              let distances = reduce_by_index (copy distances) i64.min far to (map (+ d) weights)
              in (distances, copy done with [v] = true)
  in distances

entry main [n] [k] (graph: [n][?]i64) (weights: [n][?]i64) (sources: [k]i64) : [k][n]i64 =
  let edges = irregular.zip graph weights
  in map (dijkstra edges) sources
