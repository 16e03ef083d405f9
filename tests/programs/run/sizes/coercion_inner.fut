-- Coercion of an inner dimension, and of both.
-- ==
-- entry: inner
-- input { [[1, 2], [3, 4], [5, 6]] 2i64 } output { [1, 0, 0, 4, 5, 0] }
-- input { [[1, 2], [3, 4], [5, 6]] 3i64 } error: cannot match shape

-- ==
-- entry: square
-- input { [[1, 2], [3, 4]] } output { 5 }
-- input { [[1, 2, 3], [4, 5, 6]] } error: cannot match shape
entry inner [n] (xss: [n][]i32) (m: i64) : []i32 =
  let yss = xss :> [n][m]i32
  in flatten (tabulate_2d n m (\i j -> if (i + j) % 2 == 0 then yss[i, j] else 0))

entry square [n] (xss: [n][]i32) : i32 =
  let yss = xss :> [n][n]i32
  in i32.sum (map (\i -> yss[i, i]) (iota n))
