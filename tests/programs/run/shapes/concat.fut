-- Concatenation of several arrays, empty ones, rows and columns.
-- ==
-- input { [1, 2] [[1, 2], [3, 4]] } output { [1, 2, 0, 1, 2] [[1, 2], [3, 4], [1, 2]] [[1, 2, 9], [3, 4, 9]] [1, 2] }
def main [n] (xs: [n]i32) (yss: [][n]i32) =
  (xs ++ [0] ++ xs, concat yss [xs], map (\ys -> ys ++ [9]) yss, [] ++ xs ++ [])
