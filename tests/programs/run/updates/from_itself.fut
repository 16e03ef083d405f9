-- A slice gets values computed from other parts of the same array.
-- ==
-- input { [1, 2, 3, 4] } output { [2, 3, 4, 4] [1, 1, 2, 3] }
def main [n] (xs: [n]i32) =
  let left = copy xs
  let left[0:n - 1] = copy left[1:] :> [n - 1 - 0]i32
  let right = copy xs
  let right[1:n] = copy right[:n - 1]
  in (left, right)
