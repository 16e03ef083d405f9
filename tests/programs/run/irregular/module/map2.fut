-- A function of elements at equal positions. Rows that differ in length stop the program.
-- ==
-- input { empty([0][?]i32) empty([0][?]i32) } output { empty([0][?]i32) }
-- input { [[], []] [[], []] } output { [[], []] }
-- input { [[1, 2], [], [3]] [[4, 5], [], [6]] } output { [[14, 25], [], [36]] }
-- input { [[1], []] [[], [1]] } error: Assertion is false
entry main [n] (xss: [n][?]i32) (yss: [n][?]i32) : [n][?]i32 =
  irregular.map2 (\x y -> 10 * x + y) xss yss
