-- Every row of a matrix is sorted by a while loop that keeps its size: regular stays regular.
-- Checklist: 58, 97, 103.
-- ==
-- entry: regular
-- input { [[3, 1, 2], [1, 2, 3], [9, 8, 7]] } output { [[1, 2, 3], [1, 2, 3], [7, 8, 9]] }
-- input { empty([2][0]i32) } output { empty([2][0]i32) }

-- ==
-- entry: irregular_rows
-- input { [[3, 1, 2], [], [2, 1]] } output { [[1, 2, 3], [], [1, 2]] }
def unsorted [n] (xs: [n]i32) : bool = or (map (\i -> i > 0 && xs[i - 1] > xs[i]) (iota n))

def exchange [n] (start: i64) (xs: [n]i32) : [n]i32 =
  map (\i ->
         if (i - start) % 2 == 0
         then if i + 1 < n && i >= start then i32.min xs[i] xs[i + 1] else xs[i]
         else if i > start
         then i32.max xs[i - 1] xs[i]
         else xs[i]) (iota n)

def bubble [n] (xs: [n]i32) : [n]i32 = exchange 1 (exchange 0 xs)
def bubble_sort [n] (xs: [n]i32) : [n]i32 = loop xs while unsorted xs do bubble xs
entry regular [n] [m] (xss: [n][m]i32) : [n][m]i32 = map bubble_sort xss
entry irregular_rows [n] (xss: [n][?]i32) : [n][?]i32 = map bubble_sort xss
