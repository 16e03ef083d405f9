-- Rows of two arrays are put together as far as both go, and elements are combined with indices, lengths and sums.
-- Checklist: 63, 69.
-- ==
-- entry: together
-- input { empty([0][?]i32) empty([0][?]i32) } output { empty([0][?]i32) empty([0]i32) }
-- input { [[], [1], []] [[1, 2], [], []] } output { [[], [], []] [0, 0, 0] }
-- input { [[1, 2, 3], [4], [5, 6]] [[7, 8], [9, 9, 9], [1, 2]] } output { [[7, 16], [36], [5, 12]] [23, 36, 17] }

-- ==
-- entry: grids
-- input { [[1, 2], [3, 4], [5, 6]] [[10, 20, 30], [40, 50, 60]] } output { [[11, 22], [43, 54]] }
def shorter [n] [m] (f: i32 -> i32 -> i32) (xs: [n]i32) (ys: [m]i32) : []i32 =
  let k = i64.min n m
  in map2 f (take k xs) (take k ys)

entry together [n] (xss: [n][?]i32) (yss: [n][?]i32) : ([n][?]i32, [n]i32) =
  (map2 (shorter (*)) xss yss, map2 (\xs ys -> i32.sum (shorter (*) xs ys)) xss yss)

-- What two matrices of any size have in common: outer and inner sizes are the lesser ones.
entry grids [n] [m] [k] [l] (a: [n][m]i32) (b: [k][l]i32) : [][]i32 =
  let rows = i64.min n k
  let columns = i64.min m l
  in tabulate_2d rows columns (\i j -> a[i, j] + b[i, j])
