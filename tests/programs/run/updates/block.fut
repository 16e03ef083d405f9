-- A block of a matrix is replaced by another matrix.
-- Checklist: 132.
-- ==
-- input { [[1, 2, 3], [4, 5, 6], [7, 8, 9]] } output { [[1, 2, 3], [4, 0, -1], [7, -2, -3]] }
def main [n] (xss: *[n][n]i32) =
  xss with [1:3, 1:3] = ([[0, -1], [-2, -3]] :> [3 - 1][3 - 1]i32)
