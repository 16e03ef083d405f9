-- A transposed copy is updated: the original does not see it.
-- ==
-- input { [[1, 2], [3, 4]] } output { [[1, 9], [2, 4]] [[1, 2], [3, 4]] }
def main [n] (xss: [n][n]i32) =
  let yss = copy (transpose xss)
  in (yss with [0, 1] = 9, xss)
