-- Arrays from outside are read inside of rows, whole and in parts, and are the same for all rows: no copies are needed.
-- Checklist: 27, 46, 51, 56, 74.
-- ==
-- entry: shared_row
-- input { empty([0]i32) [[3, -1, 2], [], [5], [], [0, 7]] } output { [4, 0, 5, 0, 7] }
-- input { [1, 2] empty([0][?]i32) } output { empty([0]i32) }
-- input { [1, 2, 3] [[3, -1, 2], [], [5], [], [0, 7]] } output { [16, 12, 17, 12, 19] }

-- ==
-- entry: shared_matrix
-- input { [[1, 2], [3, 4]] empty([0][?]i64) } output { empty([0][?]i32) }
-- input { [[1, 2], [3, 4]] [[0i64, 1i64, 1i64], [], [1i64]] } output { [[3, 7, 7], [], [7]] }

-- ==
-- entry: every_pair
-- input { [[3, -1, 2], [], [5], [], [0, 7]] [[1], [], [2, 3]] }
-- output { [[4, 0, 20], [0, 0, 0], [5, 0, 25], [0, 0, 0], [7, 0, 35]] }
-- input { [[], [], []] [[1], []] } output { [[0, 0], [0, 0], [0, 0]] }

-- ==
-- entry: captured_rows
-- input { empty([0][?]i32) } output { empty([0][?]i32) }
-- input { [[], [], []] } output { [[], [], []] }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] } output { [[2, 0, 1], [], [0], [], [0, 1]] }
-- input { [[4], [-9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21, 5, -11, 26, 10, -6, 31,
-- 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3], [], [9]] }
-- output { [[0], [8, 36, 24, 12, 0, 28, 16, 4, 32, 20, 7, 35, 23, 11, 39, 27, 15, 3, 31, 19, 6, 34, 22, 10, 38, 26,
-- 14, 2, 30, 18, 5, 33, 21, 9, 37, 25, 13, 1, 29, 17], [], [0]] }
entry shared_row [n] [m] (ys: [m]i32) (xss: [n][?]i32) : [n]i32 =
  map (\xs -> i32.sum xs + i32.sum (map (* 2) ys)) xss

entry shared_matrix [n] [m] (matrix: [m][m]i32) (iss: [n][?]i64) : [n][?]i32 =
  map (\is -> map (\i -> i32.sum matrix[i]) is) iss

-- Each row with each row of another array.
entry every_pair [n] [m] (xss: [n][?]i32) (yss: [m][?]i32) : [n][m]i32 =
  map (\xs -> map (\ys -> i32.sum (map (\x -> i32.sum (map (* x) ys)) xs)) yss) xss

-- A function that is made in the outer map keeps the row.
entry captured_rows [n] (xss: [n][?]i32) : [n][?]i32 =
  map (\xs ->
         let rank x = i32.sum (map (\y -> i32.bool (y < x)) xs)
         in map rank xs) xss
