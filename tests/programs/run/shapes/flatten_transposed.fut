-- Flattening what was transposed reads the columns.
-- ==
-- input { [[1, 2, 3], [4, 5, 6]] } output { [1, 4, 2, 5, 3, 6] [[1, 4, 2], [5, 3, 6]] }
def main [n] [m] (xss: [n][m]i32) =
  let xs = flatten (transpose xss)
  in (xs, unflatten (xs :> [n * m]i32))
