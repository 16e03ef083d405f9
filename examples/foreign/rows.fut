-- Functions that do all rows of an irregular array in one call: `lifted` names a second function of C.
-- A row alone is still left to the first one.
--
--   planish test --link rows.c rows.fut
-- ==
-- entry: dots
-- input { [[1f64, 2f64], [], [3f64]] } output { [5f64, 0f64, 9f64] }
-- input { empty([0][0]f64) } output { empty([0]f64) }

-- ==
-- entry: sorted
-- input { [[3, 1, 2], [], [5, 4]] } output { [[1, 2, 3], [], [4, 5]] }

-- ==
-- entry: above
-- input { 2 [[3, 1, 2], [], [5, 4]] } output { [[3], [], [5, 4]] }

-- ==
-- entry: matrix_dots
-- input { [[[1f64, 2f64], [3f64, 4f64]], [[0f64, 1f64], [2f64, 2f64]]] } output { [[5f64, 25f64], [1f64, 8f64]] }

-- ==
-- entry: branches
-- input { [[1f64, 2f64], [3f64], [1f64, 1f64, 1f64]] } output { [5f64, -1f64, 3f64] }

-- ==
-- entry: longest
-- input { 1 [[3, 1, 2], [], [5, 4]] } output { 2i64 }

-- ==
-- entry: alone
-- input { [1f64, 2f64] } output { 5f64 }

-- ==
-- entry: chunks
-- input { [[1f64, 2f64], [], [3f64]] } output { [5f64, 0f64, 9f64] }

#[foreign(cpu, rows_dot, lifted(rows_dots))]
def dot [n] (xs: [n]f64) (ys: [n]f64) : f64 = f64.sum (map2 (*) xs ys)

entry dots [n] (rows: [n][?]f64) : [n]f64 = map (\row -> dot row row) rows

#[foreign(cpu, rows_sort, lifted(rows_sort_all))]
def sort [n] (xs: *[n]i32) : *[n]i32 =
  let place i x = i64.sum (map2 (\j y -> i64.bool (y < x || (y == x && j < i))) (iota n) xs)
  in scatter (replicate n 0) (map2 place (iota n) xs) xs

entry sorted [n] (rows: [n][?]i32) : [n][?]i32 = map (\row -> sort (copy row)) rows

#[foreign(cpu, rows_above, lifted(rows_all_above))]
def elements_above [n] (limit: i32) (xs: [n]i32) : ?[k].[k]i32 = filter (> limit) xs

entry above [n] (limit: i32) (rows: [n][?]i32) : [n][?]i32 = map (elements_above limit) rows

-- All rows of all matrices are one call, too.
entry matrix_dots [n][m][k] (matrices: [n][m][k]f64) : [n][m]f64 =
  map (\matrix -> map (\row -> dot row row) matrix) matrices

-- Those rows for which there is one.
entry branches [n] (rows: [n][?]f64) : [n]f64 =
  map (\row -> if length row > 1 then dot row row else -1) rows

entry longest [n] (limit: i32) (rows: [n][?]i32) : i64 =
  i64.maximum (map (\row -> length (elements_above limit row)) rows)

entry alone [n] (row: [n]f64) : f64 = dot row row

-- Of a sequence, all rows of a chunk are.
entry chunks (rows: seq ([?]f64)) : seq f64 = seq.map (\row -> dot row row) rows
