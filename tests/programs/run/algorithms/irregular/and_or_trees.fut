-- Two functions that call each other over a tree and give rows: all of the children, or the longest.
-- ==
-- entry: main
-- input { empty([0][?]i64) empty([0]i64) }
-- output { empty([0]i64) }
-- input { empty([1][?: 0]i64) [3i64] }
-- output { [0i64] }
-- input { [[1i64, 2i64], [], []] [0i64, 1i64, -1i64] }
-- output { [1i64, 2i64] }
-- input { [[1i64, 4i64], [2i64], [3i64, 5i64], [], [6i64], [7i64, 8i64, 9i64], [], [10i64], [], [], [11i64, 13i64],
-- [12i64], [], [14i64], []] [3i64, 13i64, 8i64, 17i64, 13i64, 20i64, 0i64, 7i64, 10i64, 11i64, 13i64, 0i64, 10i64,
-- 15i64, 15i64] }
-- output { [3i64, 12i64] }
-- input { [[1i64], [2i64, 3i64, 5i64], [4i64], [6i64, 8i64, 10i64], [], [7i64], [], [9i64, 11i64, 14i64], [12i64,
-- 16i64], [18i64], [], [], [13i64, 17i64], [], [15i64, 20i64], [], [], [21i64, 23i64], [19i64], [22i64], [], [26i64,
-- 28i64], [29i64], [24i64, 30i64, 32i64], [25i64], [27i64, 33i64], [31i64], [34i64], [], [], [], [35i64, 36i64, 37i64,
-- 39i64], [], [], [38i64], [], [], [], [], []] [-5i64, -1i64, -1i64, -6i64, -5i64, 0i64, -7i64, 6i64, -8i64, 7i64,
-- -8i64, 6i64, 6i64, 3i64, 13i64, 18i64, 7i64, 14i64, 12i64, -6i64, 11i64, 19i64, -5i64, 17i64, 13i64, 0i64, 7i64,
-- 8i64, 4i64, 20i64, -4i64, 5i64, 5i64, 12i64, 19i64, 15i64, 7i64, 6i64, 17i64, -5i64] }
-- output { [6i64, 13i64, 35i64, 36i64, 37i64, 39i64, 28i64, 10i64] }
-- input { [[1i64], [2i64], [3i64], [4i64], [5i64], [6i64], [7i64], [8i64], [9i64], [10i64], [11i64], [12i64], [13i64],
-- [14i64], [15i64], [16i64], [17i64], [18i64], [19i64], [20i64], [21i64], [22i64], [23i64], [24i64], []] [17i64, 0i64,
-- -5i64, -9i64, 1i64, 16i64, 3i64, -5i64, 0i64, 7i64, 20i64, 18i64, 19i64, 14i64, -5i64, 7i64, -7i64, -4i64, 10i64,
-- 17i64, 7i64, 7i64, -8i64, -6i64, 18i64] }
-- output { [24i64] }

def gather [n] (children: [n][?]i64) (values: [n]i64) (node: i64) : []i64 =
  let below = children[node]
  in if null below
     then if values[node] > 0 then [node] else []
     else irregular.flatten (map (longest children values) below : [][?]i64)

def longest [n] (children: [n][?]i64) (values: [n]i64) (node: i64) : []i64 =
  let below = children[node]
  in if null below
     then [node]
     else let choices: [][?]i64 = map (gather children values) below
          let better i j =
            if length choices[j] > length choices[i]
               || (length choices[j] == length choices[i] && j < i)
            then j
            else i
          in choices[reduce_comm better 0 (indices below)]

entry main [n] (children: [n][?]i64) (values: [n]i64) : []i64 =
  if n == 0 then [] else gather children values 0
