-- Colours of a graph in rounds: a vertex whose priority beats its open neighbours takes the first free colour.
-- ==
-- entry: main
-- input { empty([0][?]i64) empty([0]i64) }
-- output { empty([0]i64) }
-- input { empty([1][?: 0]i64) [3i64] }
-- output { [0i64] }
-- input { [[1i64], [0i64]] [5i64, 5i64] }
-- output { [1i64, 0i64] }
-- input { [[8i64], [3i64, 6i64], [5i64, 8i64], [1i64, 4i64, 7i64], [3i64, 8i64], [2i64, 7i64, 8i64], [1i64, 7i64,
-- 8i64], [3i64, 5i64, 6i64], [0i64, 2i64, 4i64, 5i64, 6i64]] [18i64, 17i64, -2i64, 9i64, -2i64, -8i64, -9i64, 16i64,
-- 11i64] }
-- output { [0i64, 0i64, 0i64, 1i64, 0i64, 2i64, 2i64, 0i64, 1i64] }
-- input { [[2i64, 3i64, 7i64, 9i64, 10i64, 11i64, 14i64, 18i64], [4i64, 6i64, 7i64, 11i64, 12i64, 13i64, 14i64, 16i64,
-- 18i64, 20i64, 22i64], [0i64, 5i64, 9i64, 11i64, 14i64, 15i64, 21i64], [0i64, 4i64, 5i64, 6i64, 7i64, 9i64, 10i64,
-- 12i64, 16i64, 18i64, 19i64], [1i64, 3i64, 6i64, 11i64, 19i64, 20i64, 23i64], [2i64, 3i64, 6i64, 8i64, 11i64, 12i64,
-- 13i64, 14i64, 19i64, 23i64, 24i64], [1i64, 3i64, 4i64, 5i64, 11i64, 15i64, 16i64, 18i64, 22i64, 23i64, 24i64], [0i64,
-- 1i64, 3i64, 11i64, 12i64, 14i64, 15i64, 19i64, 20i64, 21i64, 23i64], [5i64, 11i64, 13i64, 14i64, 21i64, 23i64],
-- [0i64, 2i64, 3i64, 12i64, 19i64, 22i64, 24i64], [0i64, 3i64, 11i64, 12i64, 13i64, 16i64, 19i64, 20i64, 22i64], [0i64,
-- 1i64, 2i64, 4i64, 5i64, 6i64, 7i64, 8i64, 10i64, 12i64, 14i64, 18i64], [1i64, 3i64, 5i64, 7i64, 9i64, 10i64, 11i64,
-- 15i64, 16i64, 18i64, 19i64], [1i64, 5i64, 8i64, 10i64, 15i64, 16i64, 17i64, 18i64, 19i64, 21i64, 24i64], [0i64, 1i64,
-- 2i64, 5i64, 7i64, 8i64, 11i64, 18i64, 19i64, 23i64], [2i64, 6i64, 7i64, 12i64, 13i64, 16i64, 18i64, 19i64, 20i64,
-- 23i64, 24i64], [1i64, 3i64, 6i64, 10i64, 12i64, 13i64, 15i64, 20i64, 23i64], [13i64, 20i64, 23i64], [0i64, 1i64,
-- 3i64, 6i64, 11i64, 12i64, 13i64, 14i64, 15i64, 21i64, 23i64], [3i64, 4i64, 5i64, 7i64, 9i64, 10i64, 12i64, 13i64,
-- 14i64, 15i64, 21i64, 23i64, 24i64], [1i64, 4i64, 7i64, 10i64, 15i64, 16i64, 17i64, 21i64, 22i64, 23i64], [2i64, 7i64,
-- 8i64, 13i64, 18i64, 19i64, 20i64, 22i64], [1i64, 6i64, 9i64, 10i64, 20i64, 21i64], [4i64, 5i64, 6i64, 7i64, 8i64,
-- 14i64, 15i64, 16i64, 17i64, 18i64, 19i64, 20i64], [5i64, 6i64, 9i64, 13i64, 15i64, 19i64]] [15i64, 17i64, 7i64, 0i64,
-- 1i64, -6i64, 5i64, -3i64, -5i64, 10i64, 11i64, -6i64, 14i64, -8i64, 18i64, 2i64, -4i64, 12i64, -3i64, -4i64, -2i64,
-- 0i64, -9i64, -6i64, -8i64] }
-- output { [1i64, 1i64, 3i64, 3i64, 2i64, 2i64, 0i64, 2i64, 1i64, 2i64, 2i64, 4i64, 0i64, 5i64, 0i64, 1i64, 4i64, 0i64,
-- 2i64, 4i64, 3i64, 0i64, 4i64, 5i64, 3i64] }
-- input { empty([12][?: 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]i64) [-9i64, 17i64, 1i64, 14i64, -6i64, 6i64, 4i64, -6i64,
-- 1i64, 7i64, -9i64, 14i64] }
-- output { [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }

entry main [n] (graph: [n][?]i64) (priority: [n]i64) : [n]i64 =
  let beats v w = priority[v] > priority[w] || (priority[v] == priority[w] && v > w)
  in loop colours = replicate n (-1) while any (< 0) colours do
       let ready v = colours[v] < 0 && all (\w -> w == v || colours[w] >= 0 || beats v w) graph[v]
       let first_free v =
         let used = map (\w -> colours[w]) graph[v]
         let degree = length used
         let taken = spread (degree + 1) false used (map (const true) used)
         in i64.minimum (map2 (\c t -> if t then i64.highest else c) (iota (degree + 1)) taken)
       in map2 (\v c -> if ready v then first_free v else c) (iota n) colours
