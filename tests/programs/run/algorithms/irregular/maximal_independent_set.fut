-- A maximal independent set: in each round every vertex that comes first among its neighbours joins.
-- Expected sets are from a greedy pass in the order of the priorities, in another language.
-- ==
-- input { empty([0][?]i64) }
-- output { empty([0]bool) }
-- input { empty([1][?: 0]i64) }
-- output { [true] }
-- input { [[1i64], [0i64]] }
-- output { [true, false] }
-- input { [[7i64, 8i64, 9i64, 13i64, 14i64, 16i64], [5i64, 8i64], [9i64], [8i64, 15i64, 19i64], [12i64], [1i64, 8i64,
-- 11i64], [13i64, 19i64], [0i64, 8i64, 14i64, 16i64], [0i64, 1i64, 3i64, 5i64, 7i64, 16i64], [0i64, 2i64, 14i64],
-- [12i64, 15i64], [5i64], [4i64, 10i64, 18i64], [0i64, 6i64, 17i64], [0i64, 7i64, 9i64, 16i64], [3i64, 10i64], [0i64,
-- 7i64, 8i64, 14i64], [13i64], [12i64], [3i64, 6i64]] }
-- output { [true, false, true, true, true, true, true, false, false, false, true, false, false, false, false, false,
-- false, true, true, false] }
-- input { [[1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64], [0i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64], [0i64,
-- 1i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64], [0i64, 1i64, 2i64, 4i64, 5i64, 6i64, 7i64, 8i64], [0i64, 1i64, 2i64,
-- 3i64, 5i64, 6i64, 7i64, 8i64], [0i64, 1i64, 2i64, 3i64, 4i64, 6i64, 7i64, 8i64], [0i64, 1i64, 2i64, 3i64, 4i64,
-- 5i64, 7i64, 8i64], [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 8i64], [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64,
-- 7i64]] }
-- output { [true, false, false, false, false, false, false, false, false] }
-- input { [[1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 10i64, 11i64], [0i64], [0i64], [0i64], [0i64],
-- [0i64], [0i64], [0i64], [0i64], [0i64], [0i64], [0i64]] }
-- output { [true, false, false, false, false, false, false, false, false, false, false, false] }
-- input { [[4i64], [13i64, 27i64, 28i64], [9i64, 27i64], [], [0i64, 6i64], [13i64], [4i64], [], [18i64], [2i64,
-- 23i64, 29i64], [25i64], [], [], [1i64, 5i64], [], [], [], [28i64], [8i64], [], [21i64], [20i64], [], [9i64], [],
-- [10i64], [], [1i64, 2i64], [1i64, 17i64], [9i64]] }
-- output { [true, false, true, true, false, false, true, true, false, false, true, true, true, true, true, true,
-- true, false, true, true, true, false, true, true, true, false, true, false, true, true] }

-- Priorities that look random, and are all different.
def priority (v: i64) : u64 = (u64.i64 v * 0x9E3779B97F4A7C15) ^ (u64.i64 v >> 7)

-- A vertex joins if no neighbour that is still undecided comes before it; its neighbours are out then.
entry main [n] (graph: [n][?]i64) : [n]bool =
  let before a b = let (p, q) = (priority a, priority b) in p < q || (p == q && a < b)
  let (state, _) =
    loop (state: *[n]i8, active: []i64) = (replicate n 0, iota n) while length active > 0 do
      let joins = filter (\v -> all (\w -> w == v || state[w] != 0 || before v w) graph[v]) active
      let state = scatter state joins (map (const 1) joins)
      let out = irregular.flatten (map (\v -> filter (\w -> state[w] == 0) graph[v]) joins : [][?]i64)
      let state = scatter state out (map (const 2) out)
      in (state, filter (\v -> state[v] == 0) active)
  in map (== 1) state
