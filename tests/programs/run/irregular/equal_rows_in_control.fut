-- Rows that happen to be equally long, and others, in loops, branches and rows of rows; checks fail in both versions alike.
-- ==
-- entry: halved
-- input { [[8, 4], [16, 2]] 2i64 } output { [[2, 1], [4, 0]] }
-- input { [[8, 4], [16]] 2i64 } output { [[2, 1], [4]] }
-- input { [[8, 4], [16, 2]] 0i64 } output { [[8, 4], [16, 2]] }
-- input { empty([0][?]i32) 3i64 } output { empty([0][?]i32) }

-- ==
-- entry: until_small
-- input { [[8, 4], [16, 2]] } output { [[2, 1], [4, 0]] }
-- input { [[8, 4], [32]] } output { [[1, 0], [4]] }

-- ==
-- entry: chosen
-- input { true [[1, 2], [3, 4]] } output { [[1, 2, 1, 2], [3, 4, 3, 4]] }
-- input { false [[1, 2], [3, 4]] } output { [[2, 3], [4, 5]] }
-- input { true [[1, 2], [3]] } output { [[1, 2, 1, 2], [3, 3]] }
-- input { false [[1, 2], [3]] } output { [[2, 3], [4]] }
-- input { true [[], []] } output { [[], []] }

-- ==
-- entry: by_row
-- input { [[1, 2], [30, 4]] } output { [[1, 2, 1, 2], [30]] }
-- input { [[1, 2], [3, 4]] } output { [[1, 2, 1, 2], [3, 4, 3, 4]] }
-- input { [[10, 20], [30]] } output { [[10], [30]] }

-- ==
-- entry: differences
-- input { [[5, 6], [7, 8]] [[1, 2], [3, 4]] } output { [[4, 4], [4, 4]] }
-- input { [[5, 6], [7]] [[1, 2], [3]] } output { [[4, 4], [4]] }
-- input { [[5, 6], [7, 8]] [[1], [3]] } error: cannot match shape
-- input { [[5, 6], [7, 8]] [[1, 2], [3]] } error: cannot match shape
-- input { [[5, 6]] [[1, 2], [3, 4]] } error: invalid sizes

-- ==
-- entry: deep
-- input { [[[1, 2], [3, 4]], [[5, 6], [7, 8]]] } output { [[[2, 3], [4, 5]], [[6, 7], [8, 9]]] [6, 14] }
-- input { [[[1, 2], [3]], [[5, 6], [7, 8]]] } output { [[[2, 3], [4]], [[6, 7], [8, 9]]] [5, 14] }
-- input { [[[1, 2]], [[5, 6], [7, 8]]] } output { [[[2, 3]], [[6, 7], [8, 9]]] [2, 14] }
-- input { [[[1], [2]], [[], [7]]] } output { [[[2], [3]], [[], [8]]] [3, 7] }
-- input { empty([0][?][?]i32) } output { empty([0][?][?]i32) empty([0]i32) }
-- input { empty([2][?: 0, 0][?]i32) } output { empty([2][?: 0, 0][?]i32) [0, 0] }
-- input { empty([2][?: 1, 1][?: 0, 0]i32) } output { empty([2][?: 1, 1][?: 0, 0]i32) [0, 0] }

-- ==
-- entry: inner
-- input { [[[1, 2], [3, 4]], [[5, 6], [7, 8]]] } output { [[3, 7], [11, 15]] [[[2, 3], [4, 5]], [[6, 7], [8, 9]]] }
-- input { [[[1, 2], [3]], [[5, 6], [7, 8]]] } output { [[3, 3], [11, 15]] [[[2, 3], [4]], [[6, 7], [8, 9]]] }
-- input { [[[1, 2], [3, 4]], [[5, 6], []]] } output { [[3, 7], [11, 0]] [[[2, 3], [4, 5]], [[6, 7], []]] }
-- input { empty([0][2][?]i32) } output { empty([0][2]i32) empty([0][2][?]i32) }

-- ==
-- entry: made
-- input { 3i64 2i64 } output { [[0i64, 0i64], [1i64, 1i64], [2i64, 2i64]] }
-- input { 0i64 2i64 } output { empty([0][?]i64) }
-- input { 2i64 0i64 } output { empty([2][?: 0, 0]i64) }

-- ==
-- entry: twice_made
-- input { 3i64 } output { [[1i64, 2i64, 3i64], [1i64, 2i64, 3i64], [1i64, 2i64, 3i64]] }

-- ==
-- entry: units
-- input { [[1, 2], [3, 4]] } output { [2i64, 2i64] }
-- input { [[1, 2], [3]] } output { [2i64, 1i64] }

def half = map (/ 2i32)

entry halved [n] (rows: [n][?]i32) (steps: i64) : [n][?]i32 =
  loop rows for _i < steps do map half rows

entry until_small [n] (rows: [n][?]i32) : [n][?]i32 =
  loop rows while i32.maximum (map i32.maximum rows) > 4 do map half rows

entry chosen [n] (longer: bool) (rows: [n][?]i32) : [n][?]i32 =
  if longer then map (\row -> row ++ row) rows else map (map (+ 1)) rows

entry by_row [n] (rows: [n][?]i32) : [n][?]i32 =
  map (\row -> if row[0] < 10 then row ++ row else take 1 row) rows

entry differences [n] (xss: [n][?]i32) (yss: [n][?]i32) : [n][?]i32 =
  map2 (\xs ys -> let [k] (xs: [k]i32) = xs in map2 (-) xs (ys :> [k]i32)) xss yss

entry deep [n] (rows: [n][?][?]i32) : ([n][?][?]i32, [n]i32) =
  (map (map (map (+ 1))) rows,
   map (\row -> i32.sum (map (\xs -> if length xs == 0 then 0 else i32.maximum xs) row)) rows)

entry inner [n] [m] (rows: [n][m][?]i32) : ([n][m]i32, [n][m][?]i32) =
  (map (map i32.sum) rows, map (map (map (+ 1))) rows)

entry made (n: i64) (m: i64) : [n][?]i64 = map (\i -> replicate m i) (iota n)

-- An entry point that is called by another.
entry rows_of (n: i64) : [n][?]i64 = map (\_ -> iota n) (iota n)
entry twice_made (n: i64) : [n][?]i64 = map (map (+ 1)) (#[noinline] rows_of n)

entry units [n] (rows: [n][?]i32) : [n]i64 = map length (map (map (\_ -> ())) rows)
