-- A while loop that doubles its row. How often depends on the length of the row alone, so the rows of a matrix stay
-- equally long; rows of other lengths become rows of other lengths.
-- Checklist: 97, 100.
-- ==
-- entry: matrix
-- input { [[1, 2], [3, 4]] } output { [12, 28] [8i64, 8i64] }
-- input { empty([2][0]i32) } output { [0, 0] [0i64, 0i64] }
-- input { [[1, 2, 3, 4, 5, 6]] } output { [84] [24i64] }

-- ==
-- entry: irregular_rows
-- input { empty([0][?]i32) } output { empty([0][?]i32) }
-- input { [[], []] } output { [[], []] }
-- input { [[1], [], [2, 3], [4, 5, 6]] }
-- output { [[1, 1], [], [2, 3, 2, 3, 2, 3, 2, 3], [4, 5, 6, 4, 5, 6, 4, 5, 6, 4, 5, 6, 4, 5, 6, 4, 5, 6, 4, 5, 6, 4,
-- 5, 6]] }
def doubled [n] (xs: [n]i32) : []i32 =
  (loop (ys: []i32, k) = (xs, 0) while k < n && length ys < 20 do (ys ++ ys, k + 1)).0

entry matrix [n] [m] (xss: [n][m]i32) : ([n]i32, [n]i64) =
  unzip (map (\xs -> let ys = doubled xs in (i32.sum ys, length ys)) xss)

entry irregular_rows [n] (xss: [n][?]i32) : [n][?]i32 = map doubled xss
