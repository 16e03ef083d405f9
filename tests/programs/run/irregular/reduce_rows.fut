-- Reductions and scans whose operators take two rows of different lengths.
-- ==
-- entry: joined joined_by_lambda joined_by_definition
-- input { [[1, 2], [], [3]] } output { [1, 2, 3] }
-- input { [[1], [2], [3], [4, 5]] } output { [1, 2, 3, 4, 5] }

-- ==
-- entry: prefixes
-- input { [[1, 2], [], [3]] } output { [2i64, 2i64, 3i64] [1, 2, 1, 2, 1, 2, 3] }

-- ==
-- entry: longest
-- input { [[1], [4, 5], [2, 3]] } output { [4, 5] }

-- ==
-- entry: appended
-- input { [[1], [], [2]] [[3], [4, 5], []] } output { [2i64, 2i64, 1i64] [1, 3, 4, 5, 2] }

-- ==
-- entry: none
-- input { 0i64 } output { 0i64 0i64 }
-- input { 5i64 } output { 10i64 5i64 }

-- ==
-- entry: pairs
-- input { [[1, 2], [], [3]] } output { [1, 2, 3] [2, 4, 6] }

-- ==
-- entry: deep
-- input { [[[1], [2, 3]], [], [[4], []]] } output { [1i64, 2i64, 1i64, 0i64] [1, 2, 3, 4] }

entry joined [n] (xs: [n][?]i32) : []i32 = reduce (++) [] xs

entry joined_by_lambda [n] (xs: [n][?]i32) : []i32 = reduce (\a b -> a ++ b) [] xs

def append (a: []i32) (b: []i32) : []i32 = a ++ b

entry joined_by_definition [n] (xs: [n][?]i32) : []i32 = reduce append [] xs

entry prefixes [n] (xs: [n][?]i32) : ([n]i64, []i32) =
  let rows: [n][?]i32 = scan (++) [] xs
  in (irregular.lengths rows, irregular.flatten rows)

def longer [k] [l] (a: [k]i32) (b: [l]i32) : []i32 = if length b > length a then b else a

entry longest [n] (xs: [n][?]i32) : []i32 = reduce longer [] xs

entry appended [n] (xs: [n][?]i32) (ys: [n][?]i32) : ([n]i64, []i32) =
  let rows: [n][?]i32 = map2 (++) xs ys
  in (irregular.lengths rows, irregular.flatten rows)

entry none (n: i64) : (i64, i64) =
  let rows: [n][?]i64 = map iota (iota n)
  let prefixes: [n][?]i64 = scan (++) [] rows
  in (length (reduce_comm (++) [] rows), length prefixes)

entry pairs [n] (xs: [n][?]i32) : ([]i32, []i32) =
  let rows: [n][?](i32, i32) = map (map (\x -> (x, 2 * x))) xs
  in unzip (reduce (++) [] rows)

entry deep [n] (xs: [n][?][?]i32) : ([]i64, []i32) =
  let rows: [][?]i32 = reduce (++) ([] : [0][?]i32) xs
  in (irregular.lengths rows, irregular.flatten rows)
