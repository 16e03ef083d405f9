-- Each function of the module `irregular`.

-- ==
-- entry: described
-- input { [[1i32, 2i32], [], [3i32]] }
-- output {
--   [2i64, 0i64, 1i64]
--   [0i64, 2i64, 2i64]
--   [1i32, 2i32, 3i32]
--   [[0i64, 0i64], [], [2i64]]
-- }
entry described (xss: [][?]i32) =
  (irregular.lengths xss, irregular.offsets xss, irregular.flatten xss, irregular.row_numbers xss)

-- ==
-- entry: made
-- input { [2i64, 0i64, 1i64] [1i32, 2i32, 3i32] } output { [[1i32, 2i32], [], [3i32]] }
entry made (lengths: []i64) (xs: []i32) : [][?]i32 = irregular.from_lengths lengths xs

-- ==
-- entry: joined
-- input { [[1i32]] [[2i32, 3i32], []] } output { [[1i32], [2i32, 3i32], []] }
entry joined (xss: [][?]i32) (yss: [][?]i32) : [][?]i32 = irregular.append xss yss

-- ==
-- entry: zipped
-- input { [[1i32, 2i32], []] [[3i32, 4i32], []] }
-- output {
--   [[1i32, 2i32], []]
--   [[3i32, 4i32], []]
-- }
entry zipped (xss: [][?]i32) (yss: [][?]i32) : ([][?]i32, [][?]i32) = irregular.unzip (irregular.zip xss yss)

-- ==
-- entry: added
-- input { [[1i32, 2i32], []] [[3i32, 4i32], []] } output { [[4i32, 6i32], []] }
entry added (xss: [][?]i32) (yss: [][?]i32) : [][?]i32 = irregular.map2 (+) xss yss

-- ==
-- entry: kept
-- input { [[1i32, 2i32], [], [3i32]] } output { [[2i32], [], [3i32]] }
entry kept (xss: [][?]i32) : [][?]i32 = irregular.filter (> 1) xss

-- ==
-- entry: grouped
-- input { [2i64, 0i64, 2i64, 0i64, 9i64] [1i32, 2i32, 3i32, 4i32, 5i32] } output { [[2i32, 4i32], [], [1i32, 3i32]] }
entry grouped [n] (is: [n]i64) (xs: [n]i32) : [][?]i32 = irregular.group 3 is xs

-- ==
-- entry: cut
-- input { [1i32, 2i32, 0i32, 3i32, 0i32] } output { [[1i32, 2i32], [3i32], []] }
entry cut (xs: []i32) : [][?]i32 = irregular.split (== 0) xs

-- ==
-- entry: same
-- input { [[1i32], []] [[1i32], []] } output { true }
-- input { [[1i32], []] [[1i32, 2i32], []] } output { false }
entry same (xss: [][?]i32) (yss: [][?]i32) = irregular.equal (==) xss yss
