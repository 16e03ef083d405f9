-- Regular dimensions outside of irregular ones: exchanged, sliced, flattened, reduced.
-- ==
-- entry: exchanged
-- input { [[[1], [], [2, 3]], [[], [4, 5, 6], []]] } output { [[[1], []], [[], [4, 5, 6]], [[2, 3], []]] }
-- input { [[[], []], [[], []]] } output { [[[], []], [[], []]] }

-- ==
-- entry: columns
-- input { [[[1], [2, 3]], [[4, 5, 6], []]] } output { [[2, 3], []] [[1], [2, 3]] }

-- ==
-- entry: joined
-- input { [[[1], [2, 3]], [[4, 5, 6], []]] } output { [[1], [2, 3], [4, 5, 6], []] [1, 2, 3, 4, 5, 6] }
entry exchanged [n] [m] (xsss: [n][m][?]i32) : [m][n][?]i32 = transpose xsss

entry columns [n] (xsss: [n][2][?]i32) : ([n][?]i32, [2][?]i32) =
  (map (\xss -> xss[1]) xsss, map (\i -> xsss[0, i]) (iota 2))

entry joined [n] [m] (xsss: [n][m][?]i32) : ([n * m][?]i32, []i32) =
  (flatten xsss, irregular.flatten (flatten xsss))
