-- All subsets of each row.
-- ==
-- input { [[1, 2, 3], [], [7], [4, 5]] }
-- output { [[[], [1], [2], [1, 2], [3], [1, 3], [2, 3], [1, 2, 3]], [[]], [[], [7]], [[], [4], [5], [4, 5]]] [24, 0, 7, 18] }

def power_set [n] (xs: [n]i64) : [][?]i64 =
  loop (sets: [][?]i64) = [[]] for x in xs do sets ++ map (\set -> set ++ [x]) sets

entry main [n] (rows: [n][?]i64) : ([n][?][?]i64, [n]i64) =
  let sets: [n][?][?]i64 = map power_set rows
  in (sets, map (\ss -> i64.sum (map i64.sum ss)) sets)
