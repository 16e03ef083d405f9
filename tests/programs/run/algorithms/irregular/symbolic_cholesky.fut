-- Elimination tree and fill pattern of sparse matrices: rows of other lengths replace rows in a loop.
-- ==
-- entry: main
-- input { empty([0][?]i64) }
-- output { empty([0]i64) empty([0][?]i64) }
-- input { empty([1][?: 0]i64) }
-- output { [-1i64] empty([1][?: 0]i64) }
-- input { [[1i64, 2i64], [], []] }
-- output { [1i64, 2i64, -1i64] [[1i64, 2i64], [2i64], []] }
-- input { [[7i64], [5i64, 7i64], [4i64, 6i64], [], [], [], [7i64], []] }
-- output { [7i64, 5i64, 4i64, -1i64, 6i64, 7i64, 7i64, -1i64] [[7i64], [5i64, 7i64], [4i64, 6i64], [], [6i64], [7i64],
-- [7i64], []] }
-- input { [[4i64, 9i64, 10i64, 11i64], [6i64, 12i64], [3i64, 4i64, 12i64], [4i64, 5i64, 7i64], [6i64, 8i64, 11i64,
-- 12i64], [8i64, 13i64], [], [8i64, 10i64], [13i64], [10i64, 11i64], [], [12i64], [], []] }
-- output { [4i64, 6i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 10i64, 11i64, 12i64, 13i64, -1i64] [[4i64, 9i64,
-- 10i64, 11i64], [6i64, 12i64], [3i64, 4i64, 12i64], [4i64, 5i64, 7i64, 12i64], [5i64, 6i64, 7i64, 8i64, 9i64, 10i64,
-- 11i64, 12i64], [6i64, 7i64, 8i64, 9i64, 10i64, 11i64, 12i64, 13i64], [7i64, 8i64, 9i64, 10i64, 11i64, 12i64, 13i64],
-- [8i64, 9i64, 10i64, 11i64, 12i64, 13i64], [9i64, 10i64, 11i64, 12i64, 13i64], [10i64, 11i64, 12i64, 13i64], [11i64,
-- 12i64, 13i64], [12i64, 13i64], [13i64], []] }

def member (xs: []i64) (x: i64) : bool = any (== x) xs

-- Two rows in order, as one without doubles.
def union (n: i64) (xs: []i64) (ys: []i64) : []i64 =
  let marks = spread n false (xs ++ ys) (map (const true) (xs ++ ys))
  in filter (\i -> marks[i]) (iota n)

entry main [n] (columns: [n][?]i64) : ([n]i64, [n][?]i64) =
  let start: [n][?]i64 = map2 (\j column -> filter (> j) column) (iota n) columns
  in loop (parents, pattern: [n][?]i64) = (replicate n (-1), start) for j < n do
       let column = pattern[j]
       in if null column
          then (parents, pattern)
          else let p = i64.minimum column
               let merged = union n pattern[p] (filter (!= p) column)
               in (parents with [j] = p,
                   map2 (\i old -> if i == p then merged else old) (iota n) pattern)
