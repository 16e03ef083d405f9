-- Reductions and scans of rows whose lengths change, at each point of a nest.
-- ==
-- entry: union_of_groups
-- input { [0i64, 2i64, 0i64, 0i64, 3i64] [0i64, 3i64, 6i64, 1i64, 7i64] [-1i64, 3i64, 2i64, -1i64, 5i64] }
-- output { [[], [], [], [0i64, 3i64]] }
-- input { [4i64, 4i64, 0i64, 4i64, 4i64, 1i64, 4i64, 0i64, 4i64] [1i64, 3i64, 5i64, 6i64, 0i64, 6i64, 8i64, 1i64, 2i64, 4i64, 3i64, 1i64, 1i64, 4i64, 7i64, 5i64, 1i64, 3i64, 5i64, 0i64, 4i64, 0i64, 3i64, 7i64, 5i64] [3i64, 2i64, 5i64, 1i64, 2i64, 3i64, 2i64, 1i64, 1i64] }
-- output { [[], [2i64, 4i64, 3i64, 1i64, 0i64, 7i64, 5i64], [0i64, 6i64, 8i64, 1i64, 4i64, 7i64, 5i64, 3i64], [1i64, 3i64, 5i64, 6i64]] }
-- input { [1i64, 1i64, 4i64, 3i64, 4i64, 1i64, 3i64, 4i64, 4i64, 2i64, 0i64, 2i64, 3i64, 2i64, 3i64, 2i64] [2i64, 1i64, 4i64, 7i64, 2i64, 5i64, 4i64, 1i64, 0i64, 6i64, 2i64, 8i64, 7i64, 7i64, 0i64, 1i64, 6i64, 5i64, 8i64, 7i64, 2i64, 7i64, 8i64, 0i64, 6i64, 7i64, 1i64, 7i64, 4i64, 5i64, 0i64, 3i64, 2i64, 1i64, 0i64, 3i64, 6i64, 2i64, 3i64] [2i64, 2i64, 5i64, 2i64, -1i64, 0i64, 2i64, 2i64, 3i64, 1i64, 0i64, 5i64, 2i64, 5i64, 3i64, 1i64] }
-- output { [[7i64], [7i64, 1i64, 2i64, 3i64], [2i64, 1i64, 4i64, 0i64, 6i64, 5i64, 8i64, 7i64, 3i64], [7i64, 8i64, 0i64, 6i64, 3i64]] }

-- ==
-- entry: lengths_in_groups
-- input { [0i64, 0i64] empty([0]i64) [5i64, 3i64] }
-- output { [[], [], [], [0i64]] }
-- input { [0i64, 2i64, 0i64, 0i64, 3i64] [0i64, 3i64, 6i64, 1i64, 7i64] [-1i64, 3i64, 2i64, -1i64, 5i64] }
-- output { [[], [], [0i64], [2i64]] }
-- input { [4i64, 4i64, 0i64, 4i64, 4i64, 1i64, 4i64, 0i64, 4i64] [1i64, 3i64, 5i64, 6i64, 0i64, 6i64, 8i64, 1i64, 2i64, 4i64, 3i64, 1i64, 1i64, 4i64, 7i64, 5i64, 1i64, 3i64, 5i64, 0i64, 4i64, 0i64, 3i64, 7i64, 5i64] [3i64, 2i64, 5i64, 1i64, 2i64, 3i64, 2i64, 1i64, 1i64] }
-- output { [[], [4i64, 4i64, 8i64], [4i64, 8i64, 12i64], [4i64, 5i64]] }
-- input { [1i64, 1i64, 4i64, 3i64, 4i64, 1i64, 3i64, 4i64, 4i64, 2i64, 0i64, 2i64, 3i64, 2i64, 3i64, 2i64] [2i64, 1i64, 4i64, 7i64, 2i64, 5i64, 4i64, 1i64, 0i64, 6i64, 2i64, 8i64, 7i64, 7i64, 0i64, 1i64, 6i64, 5i64, 8i64, 7i64, 2i64, 7i64, 8i64, 0i64, 6i64, 7i64, 1i64, 7i64, 4i64, 5i64, 0i64, 3i64, 2i64, 1i64, 0i64, 3i64, 6i64, 2i64, 3i64] [2i64, 2i64, 5i64, 2i64, -1i64, 0i64, 2i64, 2i64, 3i64, 1i64, 0i64, 5i64, 2i64, 5i64, 3i64, 1i64] }
-- output { [[1i64, 1i64], [2i64, 4i64], [1i64, 2i64, 5i64, 8i64, 12i64, 15i64], [4i64, 7i64]] }

def union [n] [m] (xs: [n]i64) (ys: [m]i64) : []i64 =
  xs ++ filter (\y -> all (!= y) xs) ys

def rows [n] (lengths: [n]i64) (xs: []i64) : [n][?]i64 = irregular.from_lengths lengths xs

-- In a nest: the rows of each group.
entry union_of_groups [n] (lengths: [n]i64) (xs: []i64) (keys: [n]i64) : [4][?]i64 =
  let rs = rows lengths xs
  let groups = irregular.group 4 keys (iota n)
  in map (\is -> reduce union [] (map (\i -> rs[i]) is : [][?]i64)) groups

-- The lengths of all prefixes, in a nest.
entry lengths_in_groups [n] (lengths: [n]i64) (xs: []i64) (keys: [n]i64) : [4][?]i64 =
  let rs = rows lengths xs
  let groups = irregular.group 4 keys (iota n)
  in map (\is ->
            let prefixes: [][?]i64 = scan (++) [] (map (\i -> rs[i]) is : [][?]i64)
            in map length prefixes)
         groups
