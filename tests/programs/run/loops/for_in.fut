-- Loops over the elements of an array, over rows, and over pairs with a pattern.
-- ==
-- input { [1, 2, 3] [[1, 2], [3, 4]] } output { 321 [4, 6] 14 }
def main [n] [m] [k] (xs: [n]i32) (yss: [m][k]i32) =
  ( loop (a, p) = (0i32, 1) for x in xs do (a + p * x, p * 10)
  , loop row = replicate k 0 for ys in yss do map2 (+) row ys
  , loop a = 0 for (x, y) in zip xs xs do a + x * y
  ) |> \((a, _), b, c) -> (a, b, c)
