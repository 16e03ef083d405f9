-- How many edges there are on the shortest way from one vertex of a graph to each of the others; -1 where there is none.
-- ==
-- nobench input { [2i64, 1i64, 1i64, 0i64, 1i64] [1, 2, 3, 3, 0] 0i64 } output { [0, 1, 1, 2, -1] }
-- nobench input { [0i64] empty([0]i32) 0i64 } output { [0] }
-- "power law" compiled script input { data 1000000i64 }
def distances [n] (graph: [n][?]i32) (source: i64) : [n]i32 =
  let start = replicate n (-1) with [source] = 0
  let (found, _, _) =
    loop (found, frontier: []i64, steps) = (start, [source], 1) while length frontier > 0 do
      let rows: [][?]i64 = map (\v -> filter (\w -> found[w] < 0) (map i64.i32 graph[v])) frontier
      let [k] (reached: [k]i64) = irregular.flatten rows
      -- Of several edges that lead to the same vertex one wins.
      let winner = scatter (replicate n (-1)) reached (iota k)
      let next = map (\i -> reached[i]) (filter (\i -> winner[reached[i]] == i) (iota k))
      in (scatter found next (map (const steps) next), next, steps + 1)
  in found

entry main [n] [m] (degrees: [n]i64) (neighbours: [m]i32) (source: i64) : [n]i32 =
  distances (irregular.from_lengths degrees neighbours) source

entry data (n: i64) : ([n]i64, []i32, i64) =
  let degrees = map (\i -> 200 / (1 + (i * 7919) % 211)) (iota n)
  in (degrees, map (\i -> i32.i64 (i * 1103515245 % 1000003 % n)) (iota (i64.sum degrees)), 0)
