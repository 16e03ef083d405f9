-- Recursive functions whose results are irregular arrays, alone and in a map.
-- ==
-- entry: one
-- input { empty([0]i32) } output { empty([0][?]i32) }
-- input { [5] } output { [[5]] }
-- input { [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] } output { [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], [6, 7, 8, 9], [9]] }

-- ==
-- entry: of_rows
-- input { empty([0][?]i32) } output { empty([0][?][?]i32) }
-- input { [[], [], []] } output { [[], [], []] }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] } output { [[[3, -1, 2], [2]], [], [[5]], [], [[0, 7]]] }

-- ==
-- entry: levels
-- input { 0i64 } output { [[0i64]] }
-- input { 1i64 } output { [[1i64], [0i64]] }
-- input { 3i64 } output { [[3i64], [0i64, 1i64, 2i64], [0i64, 0i64, 1i64], [0i64]] }
-- input { 4i64 }
-- output { [[4i64], [0i64, 1i64, 2i64, 3i64], [0i64, 0i64, 1i64, 0i64, 1i64, 2i64], [0i64, 0i64, 0i64, 1i64], [0i64]]
-- }
def halvings [n] (xs: [n]i32) : [][?]i32 =
  if n == 0 then [] else irregular.append ([xs] : [1][?]i32) (halvings (drop (n / 2 + 1) xs))

entry one [n] (xs: [n]i32) : [][?]i32 = halvings xs
entry of_rows [n] (xss: [n][?]i32) : [n][?][?]i32 = map halvings xss

-- The nodes of a tree level by level, where node k has the children 0 to k - 1.
def below [n] (nodes: [n]i64) : [][?]i64 =
  if n == 0
  then []
  else let next = irregular.flatten (map iota nodes : [n][?]i64)
       in irregular.append ([nodes] : [1][?]i64) (below next)

entry levels (k: i64) : [][?]i64 = below [k]
