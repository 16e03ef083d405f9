-- Recursive functions of rows: sorted, with results of other lengths, of numbers, of depths that differ from row to
-- row, two functions that call each other, and recursion inside of a branch with parallelism on both sides.
-- Checklist: 23, 31, 90.
-- ==
-- entry: merge_sorted
-- input { empty([0][?]i32) } output { empty([0][?]i32) }
-- input { [[], [], []] } output { [[], [], []] }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] } output { [[-1, 2, 3], [], [5], [], [0, 7]] }
-- input { [[4], [-9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21, 5, -11, 26, 10, -6, 31,
-- 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3], [], [9]] }
-- output { [[4], [-20, -18, -17, -16, -15, -12, -11, -10, -9, -7, -6, -5, -4, -2, -1, 0, 1, 3, 4, 5, 6, 9, 10, 11, 12,
-- 14, 15, 16, 17, 19, 20, 21, 22, 25, 26, 27, 28, 30, 31, 32], [], [9]] }

-- ==
-- entry: power_sets
-- input { empty([0][?]i32) } output { empty([0][?]i32) }
-- input { [[], [], []] } output { [[0], [0], [0]] }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] } output { [[0, 2, -1, 1, 3, 5, 2, 4], [0], [0, 5], [0], [0, 7, 0, 7]] }
-- input { [[4], [-9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21, 5, -11, 26, 10, -6, 31,
-- 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3], [], [9]] }
-- output { [[0, 4], [0, -4, 12, 8, 28, 24, 40, 36, -9, -13, 3, -1, 19, 15, 31, 27], [0], [0, 9]] }

-- ==
-- entry: digits
-- input { empty([0]i64) } output { empty([0][?]i64) }
-- input { [0i64, 0i64] } output { [[0i64], [0i64]] }
-- input { [7i64, 12345i64, 10i64, 999i64] }
-- output { [[7i64], [1i64, 2i64, 3i64, 4i64, 5i64], [1i64, 0i64], [9i64, 9i64, 9i64]] }

-- ==
-- entry: alternating
-- input { empty([0][?]i32) } output { empty([0]i32) }
-- input { [[], [], []] } output { [0, 0, 0] }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] } output { [4, 0, 5, 0, 0] }
-- input { [[4], [-9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21, 5, -11, 26, 10, -6, 31,
-- 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3], [], [9]] }
-- output { [4, 2223, 0, 9] }

-- ==
-- entry: sums_by_halves
-- input { empty([0][?]i32) } output { empty([0]i32) }
-- input { [[], [], []] } output { [0, 0, 0] }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] } output { [4, 0, 5, 0, 7] }
-- input { [[4], [-9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21, 5, -11, 26, 10, -6, 31,
-- 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3], [], [9]] }
-- output { [4, 251, 0, 9] }

-- ==
-- entry: trees
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [0i64, 0i64] } output { [1i64, 1i64] }
-- input { [3i64, 0i64, 6i64, 1i64] } output { [8i64, 1i64, 64i64, 2i64] }
def merge [n] [m] (xs: [n]i32) (ys: [m]i32) : [n + m]i32 =
  let place_x = map2 (\x i -> i + i64.sum (map (\y -> i64.bool (y < x)) ys)) xs (iota n)
  let place_y = map2 (\y i -> i + i64.sum (map (\x -> i64.bool (x <= y)) xs)) ys (iota m)
  in scatter (replicate (n + m) 0) (place_x ++ place_y) (xs ++ ys)

def merge_sort [n] (xs: [n]i32) : [n]i32 =
  if n < 2
  then xs
  else merge (merge_sort (take (n / 2) xs)) (merge_sort (drop (n / 2) xs)) :> [n]i32

entry merge_sorted [n] (xss: [n][?]i32) : [n][?]i32 = map merge_sort xss

-- All sums of some of the elements.
def sums_of_some [n] (xs: [n]i32) : []i32 =
  if n == 0 then [0] else let rest = sums_of_some (drop 1 xs) in rest ++ map (+ xs[0]) rest

entry power_sets [n] (xss: [n][?]i32) : [n][?]i32 =
  map (\xs -> sums_of_some (take (i64.min 4 (length xs)) xs)) xss

def digits_of (k: i64) : []i64 = if k < 10 then [k] else digits_of (k / 10) ++ [k % 10]
entry digits [n] (ks: [n]i64) : [n][?]i64 = map digits_of ks

-- One adds what the other takes away.
def plus [n] (xs: [n]i32) : i32 = if n == 0 then 0 else i32.sum xs + minus (drop 1 xs)

def minus [n] (xs: [n]i32) : i32 =
  if n == 0 then 0 else plus (filter (> 0) (drop 1 xs)) - i32.maximum xs

entry alternating [n] (xss: [n][?]i32) : [n]i32 = map plus xss

def sum_by_halves [n] (xs: [n]i32) : i32 =
  if n == 0
  then 0
  else if n == 1
  then xs[0]
  else i32.sum (map sum_by_halves ([xs[:n / 2], xs[n / 2:]] : [2][?]i32))

entry sums_by_halves [n] (xss: [n][?]i32) : [n]i32 = map sum_by_halves xss

-- The number of nodes of a tree in which node k has the children 0 to k - 1.
def nodes (k: i64) : i64 = 1 + i64.sum (map nodes (iota k))
entry trees [n] (ks: [n]i64) : [n]i64 = map nodes ks
