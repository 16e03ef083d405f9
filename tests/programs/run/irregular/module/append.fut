-- Rows of two arrays after each other, of numbers and of pairs.
-- ==
-- entry: numbers
-- input { [[1], []] [[2, 3], [], [4]] } output { [[1], [], [2, 3], [], [4]] }
-- input { empty([0][?]i32) [[], []] } output { [[], []] }
-- input { empty([0][?]i32) empty([0][?]i32) } output { empty([0][?]i32) }

-- ==
-- entry: pairs
-- input { [[1], []] [[2, 3]] } output { [[1], [], [2, 3]] [[1], [], [0, 0]] }
entry numbers [n] [m] (xss: [n][?]i32) (yss: [m][?]i32) : [][?]i32 = irregular.append xss yss

entry pairs [n] [m] (xss: [n][?]i32) (yss: [m][?]i32) : ([n + m][?]i32, [n + m][?]i32) =
  irregular.unzip (irregular.append (map (map (\x -> (x, 1))) xss) (map (map (\y -> (y, 0))) yss))
