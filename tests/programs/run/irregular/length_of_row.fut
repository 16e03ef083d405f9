-- `length row` is the size of a row: arrays that are made with it fit the row.
-- ==
-- entry: numbered
-- input { [[5, 6, 7], [], [8]] } output { [[5, 7, 9], [], [8]] }
-- input { empty([0][?]i64) } output { empty([0][?]i64) }
-- entry: neighbours
-- input { [[5, 6, 7], [1], [8, 9]] } output { [72, 0, 72] }
-- entry: counted
-- input { [[2, 0, 2], [], [1, 1]] } output { [[1, 0, 2], [], [0, 2]] }
-- entry: fields
-- input { [[5, 6, 7], [], [8]] } output { [20, 0, 0] }
-- entry: in_loop
-- input { [[5, 6, 7], [], [8]] } output { 20i64 }
-- entry: coerced
-- input { [[1, 2], [3]] [[10, 20], [30]] } output { [[11, 22], [33]] }
-- input { [[1, 2], [3]] [[10, 20], [30, 40]] } error: cannot match shape
-- entry: in_twos
-- input { [[1, 2], [], [3, 4, 5, 6]] } output { [[[1, 2]], [], [[3, 4], [5, 6]]] }
-- input { [[1, 2], [3]] } error: cannot match shape

entry numbered [n] (xss: [n][?]i64) : [n][?]i64 = map (\xs -> map2 (+) xs (iota (length xs))) xss

entry neighbours [n] (xss: [n][?]i64) : [n]i64 =
  map (\xs ->
         let m = length xs - 1
         in i64.sum (map2 (*) (tail xs) (take m xs))) xss

entry counted [n] (xss: [n][?]i64) : [n][?]i64 =
  map (\xs ->
         let k = length xs
         let counts = loop counts = replicate k 0 for x in xs do counts with [x] = counts[x] + 1
         in map2 (\_ count -> count) xs counts) xss

entry fields [n] (xss: [n][?]i64) : [n]i64 =
  map (\p -> i64.sum (map2 (*) p.row (iota (length p.row))))
      (map (\row -> {row}) xss : [n]{row: [?]i64})

entry in_loop [n] (xss: [n][?]i64) : i64 =
  loop sum = 0 for row in xss do sum + i64.sum (map2 (*) row (iota (length row)))

entry coerced [n] (xss: [n][?]i64) (yss: [n][?]i64) : [n][?]i64 =
  map2 (\xs ys -> map2 (+) xs (ys :> [length xs]i64)) xss yss

-- The size parameters of `unflatten` are computed from the length.
entry in_twos [n] (xss: [n][?]i64) : [n][?][2]i64 =
  map (\xs -> unflatten (xs :> [length xs / 2 * 2]i64)) xss
