-- Pairs of elements at equal positions; rows that differ in length stop the program.
-- Checklist: 59.
-- ==
-- input { [[1, 2], [], [3]] [[10, 20], [], [30]] } output { [[11, 22], [], [33]] }
-- input { [[1, 2], [], [3]] [[10, 20], [30], []] } error: same|length
-- input { [[1, 2], [], [3]] [[10, 20], [], [30, 40]] } error: same|length
def main [n] (xss: [n][?]i32) (yss: [n][?]i32) : [n][?]i32 =
  map (map (\(x, y) -> x + y)) (irregular.zip xss yss)
