-- An index out of bounds inside of rows stops the program with the message and the place that it has without them; rows
-- without elements and branches that are not taken check nothing.
-- ==
-- entry: second
-- input { empty([0][?]i32) } output { empty([0]i32) }
-- input { [[1, 2], [3, 4, 5]] } output { [2, 4] }
-- input { [[1, 2], [3]] } error: Index \[1\] out of bounds for array of shape \[1\]

-- ==
-- entry: by_element
-- input { empty([0][?]i64) } output { empty([0][?]i64) }
-- input { [[], []] } output { [[], []] }
-- input { [[1i64, 0i64], [], [0i64]] } output { [[0i64, 1i64], [], [0i64]] }
-- input { [[1i64, 0i64], [], [1i64]] } error: Index \[1\] out of bounds for array of shape \[1\]
-- input { [[-1i64]] } error: out of bounds

-- ==
-- entry: in_branch
-- input { empty([0][?]i32) } output { empty([0]i32) }
-- input { [[], [1], [1, 2, 3]] } output { [0, 0, 0] }
-- input { [[1], [1, 2, 3, 4]] } error: Index \[4\] out of bounds for array of shape \[4\]

-- ==
-- entry: in_scan
-- input { [[1i64, 0i64], [], [0i64]] } output { [[0i64, 1i64], [], [0i64]] }
-- input { [[1i64, 0i64], [], [1i64]] } error: Index \[1\] out of bounds for array of shape \[1\]

-- ==
-- entry: two_levels
-- input { empty([0][?][?]i32) } output { empty([0][?]i32) }
-- input { [[], []] } output { [[], []] }
-- input { [[[1, 2, 3]], [], [[4, 5, 6, 7]]] } output { [[3], [], [6]] }
-- input { [[[1, 2, 3]], [], [[4, 5, 6, 7], []]] } error: Index \[2\] out of bounds for array of shape \[0\]
entry second [n] (xss: [n][?]i32) : [n]i32 = map (\xs -> xs[1]) xss
entry by_element [n] (xss: [n][?]i64) : [n][?]i64 = map (\xs -> map (\x -> xs[x]) xs) xss

entry in_branch [n] (xss: [n][?]i32) : [n]i32 =
  map (\xs -> if length xs > 3 then i32.sum (map (\i -> xs[i + 1]) (iota 3)) + xs[length xs] else 0)
      xss

entry in_scan [n] (xss: [n][?]i64) : [n][?]i64 = map (\xs -> scan (+) 0 (map (\x -> xs[x]) xs)) xss
entry two_levels [n] (xsss: [n][?][?]i32) : [n][?]i32 = map (map (\xs -> xs[2])) xsss
