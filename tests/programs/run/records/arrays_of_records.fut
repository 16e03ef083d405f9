-- Arrays of records with array fields of one size.
-- ==
-- input { [[1, 2], [3, 4], [5, 6]] } output { [3, 7, 11] [[2, 1], [4, 3], [6, 5]] }
def main [n] [m] (xss: [n][m]i32) =
  let rs = map (\row -> {row, sum = i32.sum row}) xss
  in (map (.sum) rs, map (\r -> reverse r.row) rs)
