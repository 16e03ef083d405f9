-- A filtered apply-to-each: the size of the result is known only at run time.
-- Checklist: 29.
-- ==
-- input { [1, -2, 3, 4] [5, 6, -7, 8] } output { [5, 32] }
-- input { [-1] [1] } output { empty([0]i32) }
def main [n] (xs: [n]i32) (ys: [n]i32) : []i32 =
  map (\(x, y) -> x * y) (filter (\(x, y) -> x >= 0 && y >= 0) (zip xs ys))
