-- All permutations of some numbers, in order: each number in turn, followed by all permutations of the others.
-- Expected values are from a library of another language.
-- ==
-- input { 1i64 } output { [[0i64]] }
-- input { 2i64 } output { [[0i64, 1i64], [1i64, 0i64]] }
-- input { 3i64 }
-- output { [[0i64, 1i64, 2i64], [0i64, 2i64, 1i64], [1i64, 0i64, 2i64], [1i64, 2i64, 0i64], [2i64, 0i64, 1i64], [2i64,
-- 1i64, 0i64]] }
-- input { 4i64 }
-- output { [[0i64, 1i64, 2i64, 3i64], [0i64, 1i64, 3i64, 2i64], [0i64, 2i64, 1i64, 3i64], [0i64, 2i64, 3i64, 1i64],
-- [0i64, 3i64, 1i64, 2i64], [0i64, 3i64, 2i64, 1i64], [1i64, 0i64, 2i64, 3i64], [1i64, 0i64, 3i64, 2i64], [1i64, 2i64,
-- 0i64, 3i64], [1i64, 2i64, 3i64, 0i64], [1i64, 3i64, 0i64, 2i64], [1i64, 3i64, 2i64, 0i64], [2i64, 0i64, 1i64, 3i64],
-- [2i64, 0i64, 3i64, 1i64], [2i64, 1i64, 0i64, 3i64], [2i64, 1i64, 3i64, 0i64], [2i64, 3i64, 0i64, 1i64], [2i64, 3i64,
-- 1i64, 0i64], [3i64, 0i64, 1i64, 2i64], [3i64, 0i64, 2i64, 1i64], [3i64, 1i64, 0i64, 2i64], [3i64, 1i64, 2i64, 0i64],
-- [3i64, 2i64, 0i64, 1i64], [3i64, 2i64, 1i64, 0i64]] }

-- ==
-- entry: of_rows
-- input { empty([0][?]i64) } output { empty([0]i64) }
-- input { [[], [2i64], [3i64, 4i64], [1i64, 2i64, 3i64], [1i64, 5i64, 2i64, 7i64]] }
-- output { [0i64, 4i64, 24i64, 22i64, 292i64] }
def permutations [n] (xs: [n]i64) : [][n]i64 =
  if n == 0
  then [xs]
  else let rest i = xs[:i] ++ xs[i + 1:] :> [n - 1]i64
       let from i = map (\p -> ([xs[i]] ++ p) :> [n]i64) (permutations (rest i))
       let parts: [n][?][n]i64 = map from (iota n)
       in irregular.flatten parts

entry main (n: i64) : [][n]i64 = permutations (iota n)

-- The sum of first times last of all permutations of each row.
entry of_rows [n] (xss: [n][?]i64) : [n]i64 =
  map (\xs -> i64.sum (map (\p -> if null p then 0 else p[0] * last p) (permutations xs))) xss
