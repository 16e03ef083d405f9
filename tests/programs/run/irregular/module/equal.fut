-- Rows are the same if there are as many, all are as long, and all elements are the same.
-- ==
-- input { empty([0][?]i32) empty([0][?]i32) } output { true }
-- input { empty([0][?]i32) [[]] } output { false }
-- input { [[], []] [[], []] } output { true }
-- input { [[1], []] [[], [1]] } output { false }
-- input { [[1, 2], [], [3]] [[1, 2], [], [3]] } output { true }
-- input { [[1, 2], [], [3]] [[1, 2], [], [4]] } output { false }
-- input { [[1, 2]] [[1, 2], []] } output { false }
entry main [n] [m] (xss: [n][?]i32) (yss: [m][?]i32) : bool = irregular.equal (==) xss yss
