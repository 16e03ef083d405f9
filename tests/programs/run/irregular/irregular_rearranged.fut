-- Flattening and transposing the regular outer dimensions of an irregular array.
-- ==
-- entry: joined
-- input { 3i64 }
-- output { [[], [0i64], [0i64, 1i64], [], [0i64], [0i64, 1i64]] }

-- ==
-- entry: turned
-- input { [[[1], [2, 3]], [[], [4]], [[5, 6], []]] }
-- output { [[[1], [], [5, 6]], [[2, 3], [4], []]] }

-- ==
-- entry: nested
-- input { 2i64 3i64 }
-- output { [[[], [0i64], [0i64, 1i64]], [[0i64], [0i64, 1i64], [0i64, 1i64, 2i64]]] }

entry joined (m: i64) : [][?]i64 =
  let r = map iota (iota m) : [m][?]i64
  in flatten [r, r]

entry turned [n] [m] (x: [n][m][?]i32) : [m][n][?]i32 = transpose x

entry nested (n: i64) (m: i64) : [n][m][?]i64 =
  map (\i -> map (\j -> iota (i + j)) (iota m)) (iota n)
