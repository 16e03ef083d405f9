-- A copy of a slice is updated, then written back somewhere else.
-- ==
-- input { [1, 2, 3, 4] } output { [1, 2, 0, 2] }
def main [n] (xs: *[n]i32) : [n]i32 =
  let part = copy xs[0:2]
  let part[0] = 0
  in xs with [2:4] = (part :> [4 - 2]i32)
