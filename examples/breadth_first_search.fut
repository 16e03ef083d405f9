-- How many edges there are on the shortest way from one vertex to each of the others; -1 where there is none.
--
-- A graph is an irregular array: the neighbours of every vertex. All edges that leave the last vertices that were
-- reached are followed at once, and each new vertex is kept once.
--
-- Expected distances are from a search with a queue, in another language.
-- Checklist: 55.
-- ==
-- input { [[1i64, 2i64], [3i64], [3i64], [4i64], [], [0i64]] 0i64 } output { [0i64, 1i64, 1i64, 2i64, 3i64, -1i64] }
-- input { [[]] 0i64 } output { [0i64] }
-- input { [[1i64], [0i64], [3i64], [2i64]] 2i64 } output { [-1i64, -1i64, 0i64, 1i64] }
-- input { [[], [0i64], [1i64], [2i64]] 3i64 } output { [3i64, 2i64, 1i64, 0i64] }
-- input { [[19i64], [], [1i64, 6i64], [4i64, 23i64], [12i64], [2i64, 15i64], [14i64], [8i64, 17i64], [13i64], [2i64,
-- 4i64, 7i64, 8i64, 11i64, 12i64, 13i64, 21i64, 22i64], [4i64], [21i64], [0i64], [5i64, 18i64], [0i64, 9i64], [13i64],
-- [4i64, 10i64, 11i64, 16i64, 18i64, 19i64, 20i64, 22i64], [], [21i64, 24i64], [1i64, 3i64, 12i64, 15i64, 20i64],
-- [2i64], [14i64], [3i64], [1i64, 19i64], []] 3i64 }
-- output { [3i64, 2i64, 4i64, 0i64, 1i64, 5i64, 5i64, 8i64, 8i64, 7i64, -1i64, 8i64, 2i64, 4i64, 6i64, 3i64, -1i64,
-- 9i64, 5i64, 2i64, 3i64, 6i64, 8i64, 1i64, 6i64] }
-- input { [[1i64], []] 2i64 } error: out of bounds
def distances [n] (graph: [n][?]i64) (source: i64) : [n]i64 =
  let start = replicate n (-1) with [source] = 0
  let (found, _, _) =
    loop (found, frontier: []i64, steps) = (start, [source], 1) while length frontier > 0 do
      let [k] (reached: [k]i64) =
        irregular.flatten (map (\v -> filter (\w -> found[w] < 0) graph[v]) frontier : [][?]i64)
      -- Of several edges that lead to the same vertex one wins.
      let winner = scatter (replicate n (-1)) reached (iota k)
      let next = map (\i -> reached[i]) (filter (\i -> winner[reached[i]] == i) (iota k))
      in (scatter found next (map (const steps) next), next, steps + 1)
  in found

entry main [n] (graph: [n][?]i64) (source: i64) : [n]i64 = distances graph source
