-- An array without rows may be coerced to rows of any length, and has that length afterwards.
-- ==
-- entry: rows
-- input { empty([0][?]i64) }
-- output { empty([0][3]i64) }
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] }
-- output { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] }
-- input { [[1i64, 2i64], [4i64, 5i64]] }
-- error: cannot match shape
-- entry: regular
-- input { empty([0][5]i64) }
-- output { empty([0][3]i64) }
-- input { empty([2][0]i64) }
-- error: cannot match shape

entry rows [n] (xss: [n][?]i64) : [n][3]i64 = xss :> [n][3]i64

entry regular [n] [m] (xss: [n][m]i64) : [n][3]i64 =
  let yss: [n][?]i64 = map (map (+ 1)) xss
  in yss :> [n][3]i64
