-- Combinations by recursion, power sets by bits, partitions of numbers with parts in descending order.
-- ==
-- entry: combinations
-- input { 0i64 0i64 }
-- output { empty([1][0]i64) }
-- input { 3i64 0i64 }
-- output { empty([1][0]i64) }
-- input { 4i64 2i64 }
-- output { [[0i64, 1i64], [0i64, 2i64], [0i64, 3i64], [1i64, 2i64], [1i64, 3i64], [2i64, 3i64]] }
-- input { 6i64 3i64 }
-- output { [[0i64, 1i64, 2i64], [0i64, 1i64, 3i64], [0i64, 1i64, 4i64], [0i64, 1i64, 5i64], [0i64, 2i64, 3i64], [0i64,
-- 2i64, 4i64], [0i64, 2i64, 5i64], [0i64, 3i64, 4i64], [0i64, 3i64, 5i64], [0i64, 4i64, 5i64], [1i64, 2i64, 3i64],
-- [1i64, 2i64, 4i64], [1i64, 2i64, 5i64], [1i64, 3i64, 4i64], [1i64, 3i64, 5i64], [1i64, 4i64, 5i64], [2i64, 3i64,
-- 4i64], [2i64, 3i64, 5i64], [2i64, 4i64, 5i64], [3i64, 4i64, 5i64]] }
-- entry: power_set
-- input { empty([0]i64) }
-- output { empty([1][?: 0]i64) }
-- input { [7i64] }
-- output { [[], [7i64]] }
-- input { [1i64, 2i64, 3i64, 4i64] }
-- output { [[], [1i64], [2i64], [1i64, 2i64], [3i64], [1i64, 3i64], [2i64, 3i64], [1i64, 2i64, 3i64], [4i64], [1i64,
-- 4i64], [2i64, 4i64], [1i64, 2i64, 4i64], [3i64, 4i64], [1i64, 3i64, 4i64], [2i64, 3i64, 4i64], [1i64, 2i64, 3i64,
-- 4i64]] }
-- entry: partitions
-- input { 0i64 }
-- output { empty([1][?: 0]i64) }
-- input { 1i64 }
-- output { [[1i64]] }
-- input { 5i64 }
-- output { [[5i64], [4i64, 1i64], [3i64, 2i64], [3i64, 1i64, 1i64], [2i64, 2i64, 1i64], [2i64, 1i64, 1i64, 1i64],
-- [1i64, 1i64, 1i64, 1i64, 1i64]] }
-- input { 9i64 }
-- output { [[9i64], [8i64, 1i64], [7i64, 2i64], [7i64, 1i64, 1i64], [6i64, 3i64], [6i64, 2i64, 1i64], [6i64, 1i64,
-- 1i64, 1i64], [5i64, 4i64], [5i64, 3i64, 1i64], [5i64, 2i64, 2i64], [5i64, 2i64, 1i64, 1i64], [5i64, 1i64, 1i64, 1i64,
-- 1i64], [4i64, 4i64, 1i64], [4i64, 3i64, 2i64], [4i64, 3i64, 1i64, 1i64], [4i64, 2i64, 2i64, 1i64], [4i64, 2i64, 1i64,
-- 1i64, 1i64], [4i64, 1i64, 1i64, 1i64, 1i64, 1i64], [3i64, 3i64, 3i64], [3i64, 3i64, 2i64, 1i64], [3i64, 3i64, 1i64,
-- 1i64, 1i64], [3i64, 2i64, 2i64, 2i64], [3i64, 2i64, 2i64, 1i64, 1i64], [3i64, 2i64, 1i64, 1i64, 1i64, 1i64], [3i64,
-- 1i64, 1i64, 1i64, 1i64, 1i64, 1i64], [2i64, 2i64, 2i64, 2i64, 1i64], [2i64, 2i64, 2i64, 1i64, 1i64, 1i64], [2i64,
-- 2i64, 1i64, 1i64, 1i64, 1i64, 1i64], [2i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64], [1i64, 1i64, 1i64, 1i64, 1i64,
-- 1i64, 1i64, 1i64, 1i64]] }

-- All ways to choose k of the numbers from `first` to n - 1.
def choose (n: i64) (k: i64) (first: i64) : [][k]i64 =
  if k == 0
  then [[]] :> [1][k]i64
  else if n - first < k
  then []
  else let with_first = map (\rest -> [first] ++ rest :> [k]i64) (choose n (k - 1) (first + 1))
       in with_first ++ choose n k (first + 1)

entry combinations (n: i64) (k: i64) : [][]i64 = choose n k 0

entry power_set [n] (xs: [n]i64) : [][?]i64 =
  map (\bits -> map (\j -> xs[j]) (filter (\j -> (bits >> j) & 1 == 1) (iota n))) (iota (1 << n))

def parts_of (n: i64) (largest: i64) : [][?]i64 =
  if n == 0
  then [[]]
  else let choices = reverse (map (+ 1) (iota (i64.min n largest)))
       let all: [][?][?]i64 =
         map (\p -> map (\rest -> [p] ++ rest) (parts_of (n - p) p)) choices
       in irregular.flatten all

entry partitions (n: i64) : [][?]i64 = parts_of n n
