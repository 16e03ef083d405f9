-- Shortest paths between all vertices of several graphs of different sizes.
-- ==
-- entry: main
-- input { empty([0][?][?]i64) empty([0][?][?]i64) }
-- output { empty([0][?][?]i64) }
-- input { empty([1][?: 0][?]i64) empty([1][?: 0][?]i64) }
-- output { empty([1][?: 0][?]i64) }
-- input { empty([1][?: 1][?: 0]i64) empty([1][?: 1][?: 0]i64) }
-- output { [[[0i64]]] }
-- input { [[], [[0i64]], [[1i64], []]] [[], [[5i64]], [[3i64], []]] }
-- output { [[], [[0i64]], [[0i64, 3i64], [-1i64, 0i64]]] }
-- input { [[[], [1i64], []], [], [[0i64, 2i64, 3i64], [2i64], [1i64], [0i64, 1i64, 2i64, 3i64, 4i64], [2i64]], [[]],
-- [[1i64, 3i64, 6i64], [0i64, 3i64, 5i64, 6i64], [0i64, 1i64, 2i64, 4i64], [6i64], [2i64, 4i64], [4i64], [0i64]]] [[[],
-- [3i64], []], [], [[5i64, 4i64, 4i64], [4i64], [1i64], [1i64, 5i64, 5i64, 3i64, 6i64], [8i64]], [[]], [[2i64, 7i64,
-- 2i64], [4i64, 4i64, 4i64, 4i64], [2i64, 5i64, 3i64, 9i64], [7i64], [3i64, 2i64], [8i64], [8i64]]] }
-- output { [[[0i64, -1i64, -1i64], [-1i64, 0i64, -1i64], [-1i64, -1i64, 0i64]], [], [[0i64, 5i64, 4i64, 4i64, 10i64],
-- [-1i64, 0i64, 4i64, -1i64, -1i64], [-1i64, 1i64, 0i64, -1i64, -1i64], [1i64, 5i64, 5i64, 0i64, 6i64], [-1i64, 9i64,
-- 8i64, -1i64, 0i64]], [[0i64]], [[0i64, 2i64, 17i64, 6i64, 14i64, 6i64, 2i64], [4i64, 0i64, 15i64, 4i64, 12i64, 4i64,
-- 4i64], [2i64, 4i64, 0i64, 8i64, 9i64, 8i64, 4i64], [15i64, 17i64, 32i64, 0i64, 29i64, 21i64, 7i64], [5i64, 7i64,
-- 3i64, 11i64, 0i64, 11i64, 7i64], [13i64, 15i64, 11i64, 19i64, 8i64, 0i64, 15i64], [8i64, 10i64, 25i64, 14i64, 22i64,
-- 14i64, 0i64]]] }
-- input { [[[0i64, 1i64, 6i64, 8i64, 10i64, 11i64], [6i64, 8i64], [4i64, 5i64, 7i64, 9i64], [4i64, 5i64, 11i64], [2i64,
-- 6i64, 9i64, 10i64, 11i64], [0i64, 2i64, 3i64, 4i64, 5i64, 7i64, 10i64, 11i64], [1i64, 6i64, 9i64, 11i64], [2i64],
-- [8i64], [0i64, 2i64, 7i64, 8i64, 11i64], [0i64, 1i64, 3i64, 4i64, 5i64, 11i64], [8i64, 9i64, 10i64, 11i64]], [[],
-- [1i64]]] [[[7i64, 8i64, 2i64, 5i64, 9i64, 2i64], [4i64, 4i64], [5i64, 4i64, 9i64, 5i64], [7i64, 8i64, 2i64], [6i64,
-- 9i64, 4i64, 3i64, 9i64], [6i64, 5i64, 3i64, 1i64, 6i64, 7i64, 3i64, 5i64], [9i64, 3i64, 9i64, 2i64], [3i64], [9i64],
-- [9i64, 1i64, 2i64, 5i64, 7i64], [2i64, 9i64, 4i64, 8i64, 8i64, 7i64], [1i64, 3i64, 3i64, 2i64]], [[], [4i64]]] }
-- output { [[[0i64, 8i64, 6i64, 9i64, 11i64, 10i64, 2i64, 7i64, 3i64, 5i64, 5i64, 2i64], [11i64, 0i64, 10i64, 13i64,
-- 15i64, 14i64, 4i64, 11i64, 4i64, 9i64, 9i64, 6i64], [9i64, 16i64, 0i64, 7i64, 5i64, 4i64, 11i64, 7i64, 10i64, 5i64,
-- 7i64, 9i64], [7i64, 14i64, 6i64, 0i64, 7i64, 8i64, 9i64, 7i64, 3i64, 5i64, 5i64, 2i64], [5i64, 12i64, 5i64, 7i64,
-- 0i64, 9i64, 7i64, 6i64, 8i64, 4i64, 3i64, 7i64], [5i64, 12i64, 5i64, 3i64, 1i64, 0i64, 7i64, 7i64, 6i64, 5i64, 3i64,
-- 5i64], [7i64, 9i64, 6i64, 9i64, 11i64, 10i64, 0i64, 7i64, 3i64, 5i64, 5i64, 2i64], [12i64, 19i64, 3i64, 10i64, 8i64,
-- 7i64, 14i64, 0i64, 13i64, 8i64, 10i64, 12i64], [-1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, 0i64, -1i64,
-- -1i64, -1i64], [9i64, 17i64, 1i64, 8i64, 6i64, 5i64, 11i64, 2i64, 5i64, 0i64, 8i64, 7i64], [2i64, 9i64, 8i64, 4i64,
-- 8i64, 8i64, 4i64, 9i64, 5i64, 7i64, 0i64, 4i64], [5i64, 12i64, 4i64, 7i64, 9i64, 8i64, 7i64, 5i64, 1i64, 3i64, 3i64,
-- 0i64]], [[0i64, -1i64], [-1i64, 0i64]]] }

def infinity : i64 = 1_000_000_000

-- Floyd and Warshall on one graph, given by the ends and weights of the edges of every vertex.
def distances [n] (ends: [n][?]i64) (weights: [n][?]i64) : [n][n]i64 =
  let edges = irregular.zip ends weights
  let start =
    map2 (\i row ->
            let (targets, costs) = unzip row
            let direct = reduce_by_index (replicate n infinity) i64.min infinity targets costs
            in direct with [i] = 0)
         (iota n)
         edges
  let closed =
    loop d = start for k < n do
      map (\row -> map2 (\old through -> i64.min old (row[k] + through)) row d[k]) d
  in map (map (\x -> if x >= infinity then -1 else x)) closed

entry main [g] (ends: [g][?][?]i64) (weights: [g][?][?]i64) : [g][?][?]i64 =
  map2 (\e w -> let [n] (e: [n][?]i64) = e in distances e (w :> [n][?]i64)) ends weights
