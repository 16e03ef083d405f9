-- The type of a loop parameter may ask for an irregular array, whatever the loop begins with.
-- ==
-- entry: power_set
-- input { [1i64, 2i64] } output { [[], [1i64], [2i64], [1i64, 2i64]] }
-- input { empty([0]i64) } output { [[]] }
entry power_set (xs: []i64) : [][?]i64 =
  loop (sets: [][?]i64) = [[]] for x in xs do sets ++ map (\set -> set ++ [x]) sets

-- ==
-- entry: from_literal
-- input { 2i64 } output { [[1i64], [2i64, 3i64], [0i64], [0i64, 0i64]] 3i64 }
-- input { 0i64 } output { [[1i64], [2i64, 3i64]] 1i64 }
entry from_literal (n: i64) : ([][?]i64, i64) =
  loop ((rows: [][?]i64), sum) = ([[1], [2, 3]], 1) for i < n do
    (irregular.append rows [replicate (i + 1) 0], sum + 1)

-- ==
-- entry: same_count
-- input { [[1, 2], [3, 4]] 2i32 } output { [[1, 2, 0, 1], [3, 4, 0, 1]] }
entry same_count [n] [m] (xss: [n][m]i32) (k: i32) : [n][?]i32 =
  loop (rows: [n][?]i32) = xss for i < k do map (\row -> row ++ [i]) rows
