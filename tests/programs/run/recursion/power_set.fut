-- Recursion that doubles the number of rows; the length of rows stays.
-- ==
-- input { [1, 2] } output { [[0, 0], [0, 2], [1, 0], [1, 2]] }
-- input { empty([0]i32) } output { empty([1][0]i32) }
def subsets [n] (xs: [n]i32) (i: i64) : [][n]i32 =
  if i == n
  then [replicate n 0]
  else let rest = subsets xs (i + 1)
       in rest ++ map (\r -> copy r with [i] = xs[i]) rest

def main (xs: []i32) = subsets xs 0
