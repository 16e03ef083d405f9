-- Regular dimensions around irregular ones: before them, after them and between them, also with no elements at all.
-- Checklist: 48.
-- ==
-- entry: after
-- input { empty([0][?][2]i32) } output { empty([0][2]i32) empty([0][?]i32) }
-- input { empty([2][?: 0, 0][2]i32) } output { [[0, 0], [0, 0]] [[], []] }
-- input { [[[1, 2]], [], [[3, 4], [5, 6], [7, 8]]] } output { [[1, 2], [0, 0], [15, 18]] [[3], [], [7, 11, 15]] }

-- ==
-- entry: before
-- input { [[[], [], []], [[], [], []]] } output { [[0, 0, 0], [0, 0, 0]] [0i64, 0i64] }
-- input { [[[1], [], [2, 3]], [[], [4, 5, 6], []]] } output { [[1, 0, 5], [0, 15, 0]] [3i64, 3i64] }

-- ==
-- entry: between
-- input { empty([0]i64) } output { empty([0][?][2][?]i64) }
-- input { [0i64, 1i64, 3i64] }
-- output { [[], [[[], [0i64]]], [[[], [0i64, 1i64, 2i64]], [[0i64], [0i64, 1i64]], [[0i64, 1i64], [0i64]]]] }

-- ==
-- entry: zero_after
-- input { empty([0][?][0]i32) } output { empty([0]i64) empty([0][?]i32) empty([0][?]i64) }
-- input { [[], [[], []], [[]]] } output { [0i64, 2i64, 1i64] [[], [0, 0], [0]] [[], [0i64, 1i64], [0i64]] }

-- ==
-- entry: zero_outside
-- input { empty([0][?]i32) } output { empty([0]i32) empty([0][?]i32) empty([0]i32) }
entry after [n] (a: [n][?][2]i32) : ([n][2]i32, [n][?]i32) =
  (map (\xss -> reduce (map2 (+)) [0, 0] xss) a, map (map i32.sum) a)

entry before [n] [m] (a: [n][m][?]i32) : ([n][m]i32, [n]i64) =
  (map (map i32.sum) a, map (\xss -> i64.sum (map length xss)) a)

-- Two rows for each element.
entry between [n] (ks: [n]i64) : [n][?][2][?]i64 =
  map (\k -> map (\i -> [iota i, iota (k - i)] : [2][?]i64) (iota k)) ks

-- Rows of rows without elements: what there is are lengths, and neutral elements.
entry zero_after [n] (a: [n][?][0]i32) : ([n]i64, [n][?]i32, [n][?]i64) =
  (map length a, map (map i32.sum) a, map (\xss -> indices xss) a)

entry zero_outside (a: [0][?]i32) : ([0]i32, [0][?]i32, []i32) =
  (map i32.sum a, map (filter (> 0)) a, irregular.flatten a)
