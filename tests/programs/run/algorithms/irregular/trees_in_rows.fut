-- Recursion over trees whose children are rows: best moves, leaves with their depths.
-- ==
-- entry: main
-- input { empty([1][?: 0]i64) [18i64] }
-- output { 18i64 }
-- input { [[1i64], []] [-13i64, -19i64] }
-- output { -19i64 }
-- input { [[1i64, 2i64], [3i64, 7i64], [4i64, 6i64], [5i64], [], [], [], [8i64], []] [-12i64, -1i64, -2i64, 14i64,
-- 1i64, 19i64, -2i64, 13i64, -19i64] }
-- output { -2i64 }
-- input { [[1i64, 2i64, 7i64, 10i64], [5i64, 17i64], [3i64, 6i64, 8i64], [4i64, 15i64], [14i64, 21i64], [], [9i64],
-- [11i64, 18i64], [12i64, 13i64, 20i64], [22i64, 23i64], [], [], [], [], [], [16i64, 19i64, 24i64, 26i64], [27i64],
-- [], [], [25i64], [28i64], [], [], [], [], [], [], [29i64], [], []] [9i64, 2i64, 3i64, 17i64, -12i64, -18i64,
-- -20i64, -4i64, 15i64, 9i64, -14i64, 14i64, -8i64, -20i64, 7i64, 7i64, 18i64, 16i64, 20i64, 10i64, 4i64, 10i64,
-- 5i64, -8i64, -2i64, 9i64, -16i64, -1i64, -20i64, 7i64] }
-- output { 14i64 }
-- input { [[1i64], [2i64], [3i64], [4i64], [5i64], [6i64], [7i64], [8i64], [9i64], [10i64], [11i64], [12i64],
-- [13i64], [14i64], [15i64], [16i64], [17i64], [18i64], [19i64], [20i64], []] [17i64, -2i64, 10i64, -1i64, -11i64,
-- -10i64, 10i64, 15i64, 11i64, 1i64, 14i64, -11i64, 7i64, 17i64, 14i64, -17i64, -16i64, -6i64, -3i64, -15i64, -16i64]
-- }
-- output { -16i64 }
-- entry: leaves_of
-- input { empty([1][?: 0]i64) }
-- output { [0i64] [0i64] }
-- input { [[1i64], []] }
-- output { [1i64] [1i64] }
-- input { [[1i64, 2i64], [3i64, 7i64], [4i64, 6i64], [5i64], [], [], [], [8i64], []] }
-- output { [5i64, 8i64, 4i64, 6i64] [3i64, 3i64, 2i64, 2i64] }
-- input { [[1i64, 2i64, 7i64, 10i64], [5i64, 17i64], [3i64, 6i64, 8i64], [4i64, 15i64], [14i64, 21i64], [], [9i64],
-- [11i64, 18i64], [12i64, 13i64, 20i64], [22i64, 23i64], [], [], [], [], [], [16i64, 19i64, 24i64, 26i64], [27i64],
-- [], [], [25i64], [28i64], [], [], [], [], [], [], [29i64], [], []] }
-- output { [5i64, 17i64, 14i64, 21i64, 29i64, 25i64, 24i64, 26i64, 22i64, 23i64, 12i64, 13i64, 28i64, 11i64, 18i64,
-- 10i64] [2i64, 2i64, 4i64, 4i64, 6i64, 5i64, 4i64, 4i64, 4i64, 4i64, 3i64, 3i64, 4i64, 2i64, 2i64, 1i64] }
-- input { [[1i64], [2i64], [3i64], [4i64], [5i64], [6i64], [7i64], [8i64], [9i64], [10i64], [11i64], [12i64],
-- [13i64], [14i64], [15i64], [16i64], [17i64], [18i64], [19i64], [20i64], []] }
-- output { [20i64] [20i64] }

-- A tree in rows: the children of every node; a leaf has a value.
def best [n] (children: [n][?]i64) (values: [n]i64) (turn: i64) (node: i64) : i64 =
  let below = children[node]
  in if null below then values[node]
     else let results = map (best children values (-turn)) below
          in if turn > 0 then i64.maximum results else i64.minimum results

entry main [n] (children: [n][?]i64) (values: [n]i64) : i64 = best children values 1 0

-- All leaves from left to right, with their depths.
def leaves [n] (children: [n][?]i64) (depth: i64) (node: i64) : [](i64, i64) =
  if null children[node] then [(node, depth)]
  else let parts: [][?](i64, i64) = map (leaves children (depth + 1)) children[node]
       in irregular.flatten parts

entry leaves_of [n] (children: [n][?]i64) : ([]i64, []i64) = let found = leaves children 0 0 in unzip found
