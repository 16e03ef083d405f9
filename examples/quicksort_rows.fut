-- Quicksort of every row of an irregular array at once. All rows, and all parts of all rows, are sorted in parallel, so
-- one long row among many short ones costs no more than its elements.
--
-- Expected rows are those of Python's sorted.
-- Checklist: 106.
-- ==
-- entry: irregular_rows
-- input { empty([0][?]i32) } output { empty([0][?]i32) }
-- input { [[], [], []] } output { [[], [], []] }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] } output { [[-1, 2, 3], [], [5], [], [0, 7]] }
-- input { [[4], [-9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21, 5, -11, 26, 10, -6, 31,
-- 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3], [], [9]] }
-- output { [[4], [-20, -18, -17, -16, -15, -12, -11, -10, -9, -7, -6, -5, -4, -2, -1, 0, 1, 3, 4, 5, 6, 9, 10, 11, 12,
-- 14, 15, 16, 17, 19, 20, 21, 22, 25, 26, 27, 28, 30, 31, 32], [], [9]] }
-- input { [[63], [99, 40, 59, 74, 58, 46, 38, 31, 23, 89, 99, 31, 10, 73, 38, 67, 63], [93, 57, 36], [], [], [21, 96,
-- 43, 19, 62, 53, 5, 85, 9, 97, 71, 73, 40, 43, 88, 44, 76], [74, 58, 8, 11, 34, 60, 89, 85, 8, 7, 93, 89, 39, 82, 73,
-- 87, 57], [91, 49, 85], [2, 59, 45]] }
-- output { [[63], [10, 23, 31, 31, 38, 38, 40, 46, 58, 59, 63, 67, 73, 74, 89, 99, 99], [36, 57, 93], [], [], [5, 9,
-- 19, 21, 40, 43, 43, 44, 53, 62, 71, 73, 76, 85, 88, 96, 97], [7, 8, 8, 11, 34, 39, 57, 58, 60, 73, 74, 82, 85, 87,
-- 89, 89, 93], [49, 85, 91], [2, 45, 59]] }

-- ==
-- entry: matrix
-- input { [[3, 1, 2], [9, 8, 7]] } output { [[1, 2, 3], [7, 8, 9]] }
-- input { empty([2][0]i32) } output { empty([2][0]i32) }
def quicksort [n] (xs: [n]i32) : [n]i32 =
  if n <= 1
  then xs
  else let pivot = xs[n / 2]
       let (less, equal, greater) = partition2 (< pivot) (== pivot) xs
       in (quicksort less ++ equal ++ quicksort greater) :> [n]i32

entry irregular_rows [n] (xss: [n][?]i32) : [n][?]i32 = map quicksort xss
entry matrix [n] [m] (xss: [n][m]i32) : [n][m]i32 = map quicksort xss
