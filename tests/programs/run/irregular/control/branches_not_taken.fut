-- A size that is below zero unless a branch is taken is not looked at in a nest for points of that branch if there are none.
-- ==
-- entry: same_condition
-- input { empty([3][0]i32) } output { [0, 0, 0] }
-- input { [[1, 2, 3], [4, 5, 6]] } output { [3, 6] }

-- ==
-- entry: own_condition
-- input { [[1], [2]] } output { [0, 0] }
-- input { [[1, 2, 3, 4], [-4, 5, 6, 7]] } output { [4, 0] }
entry same_condition [n] [m] (xss: [n][m]i32) : [n]i32 =
  map (\xs -> if m == 0 then 0 else i32.sum xs[m / 2 + 1:]) xss

entry own_condition [n] [m] (xss: [n][m]i32) : [n]i32 =
  map (\xs -> if xs[0] > 0 && m >= 3 then i32.sum xs[3:] else 0) xss
