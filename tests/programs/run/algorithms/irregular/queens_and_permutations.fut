-- Searches by recursion: placements of queens on boards of different sizes, permutations.
-- ==
-- entry: main
-- input { empty([0]i64) }
-- output { empty([0]i64) }
-- input { [4i64] }
-- output { [2i64] }
-- input { [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64] }
-- output { [1i64, 1i64, 0i64, 0i64, 2i64, 10i64, 4i64, 40i64] }
-- input { [8i64, 1i64] }
-- output { [92i64, 1i64] }
-- entry: permuted
-- input { 1i64 }
-- output { [[0i64]] }
-- input { 2i64 }
-- output { [[0i64, 1i64], [1i64, 0i64]] }
-- input { 3i64 }
-- output { [[0i64, 1i64, 2i64], [0i64, 2i64, 1i64], [1i64, 0i64, 2i64], [1i64, 2i64, 0i64], [2i64, 0i64, 1i64],
-- [2i64, 1i64, 0i64]] }
-- input { 4i64 }
-- output { [[0i64, 1i64, 2i64, 3i64], [0i64, 1i64, 3i64, 2i64], [0i64, 2i64, 1i64, 3i64], [0i64, 2i64, 3i64, 1i64],
-- [0i64, 3i64, 1i64, 2i64], [0i64, 3i64, 2i64, 1i64], [1i64, 0i64, 2i64, 3i64], [1i64, 0i64, 3i64, 2i64], [1i64,
-- 2i64, 0i64, 3i64], [1i64, 2i64, 3i64, 0i64], [1i64, 3i64, 0i64, 2i64], [1i64, 3i64, 2i64, 0i64], [2i64, 0i64, 1i64,
-- 3i64], [2i64, 0i64, 3i64, 1i64], [2i64, 1i64, 0i64, 3i64], [2i64, 1i64, 3i64, 0i64], [2i64, 3i64, 0i64, 1i64],
-- [2i64, 3i64, 1i64, 0i64], [3i64, 0i64, 1i64, 2i64], [3i64, 0i64, 2i64, 1i64], [3i64, 1i64, 0i64, 2i64], [3i64,
-- 1i64, 2i64, 0i64], [3i64, 2i64, 0i64, 1i64], [3i64, 2i64, 1i64, 0i64]] }

-- All ways to place queens in the columns from the first to the last, as rows of places.
def place [k] (n: i64) (placed: [k]i64) : i64 =
  if k == n then 1
  else let free column =
         and (map2 (\i c -> c != column && i64.abs (c - column) != k - i) (iota k) placed)
       let columns = filter free (iota n)
       in i64.sum (map (\c -> place n (placed ++ [c])) columns)

entry main [q] (ns: [q]i64) : [q]i64 = map (\n -> place n []) ns

-- All permutations, in order.
def permutations [n] (xs: [n]i64) : [][n]i64 =
  if n == 0
  then [[]] :> [][n]i64
  else let parts: [n][?][n]i64 =
         map (\i -> let rest = permutations (map (\j -> xs[if j < i then j else j + 1]) (iota (n - 1)))
                    in map (\p -> ([xs[i]] ++ p) :> [n]i64) rest)
             (iota n)
       in irregular.flatten parts

entry permuted (n: i64) : [][]i64 = permutations (iota n)
