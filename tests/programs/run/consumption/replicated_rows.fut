-- After `replicate`, rows are rows of their own: one is updated, the others are not.
-- ==
-- input { [1, 2] 3i64 } output { [[1, 2], [9, 2], [1, 2]] [1, 2] }
def main [m] (xs: [m]i32) (n: i64) =
  let xss = replicate n xs
  in (xss with [1, 0] = 9, xs)
