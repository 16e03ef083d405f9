-- Everything that can be reached in a graph: rows that grow in a loop until nothing changes.
-- ==
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) 1i64 }
-- input { empty([1][?: 0]i64) }
-- output { empty([1][?: 0]i64) 1i64 }
-- input { [[1i64], [2i64], [3i64], []] }
-- output { [[1i64, 2i64, 3i64], [2i64, 3i64], [3i64], []] 3i64 }
-- input { [[], [], [], [5i64], [5i64], [4i64, 2i64, 5i64], [], [4i64, 4i64], [10i64, 2i64, 2i64], [], [4i64, 5i64,
-- 5i64], [6i64, 7i64]] }
-- output { [[], [], [], [2i64, 4i64, 5i64], [2i64, 4i64, 5i64], [2i64, 4i64, 5i64], [], [2i64, 4i64, 5i64], [2i64,
-- 4i64, 5i64, 10i64], [], [2i64, 4i64, 5i64], [2i64, 4i64, 5i64, 6i64, 7i64]] 3i64 }
-- input { [[1i64], [2i64], [3i64], [4i64], [5i64], [6i64], [7i64], [8i64], [9i64], [0i64]] }
-- output { [[0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64], [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64,
-- 7i64, 8i64, 9i64], [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64], [0i64, 1i64, 2i64, 3i64, 4i64,
-- 5i64, 6i64, 7i64, 8i64, 9i64], [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64], [0i64, 1i64, 2i64,
-- 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64], [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64], [0i64,
-- 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64], [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64,
-- 9i64], [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64]] 5i64 }

-- All vertices that can be reached, as sorted rows that grow until nothing changes.
def union [n] [m] (size: i64) (xs: [n]i64) (ys: [m]i64) : []i64 =
  let seen = scatter (scatter (replicate size false) xs (replicate n true)) ys (replicate m true)
  in filter (\i -> seen[i]) (iota size)

entry main [n] (graph: [n][?]i64) : ([n][?]i64, i64) =
  let (rows, _, rounds) =
    loop (rows: [n][?]i64, before, rounds) = (map (\row -> union n row []) graph, -1, 0)
    while i64.sum (irregular.lengths rows) != before do
      let next: [n][?]i64 =
        map (\row -> union n row (irregular.flatten (map (\v -> rows[v]) row : [][?]i64))) rows
      in (next, i64.sum (irregular.lengths rows), rounds + 1)
  in (rows, rounds)
