-- A copy is updated, the original is used afterwards.
-- ==
-- input { [1, 2, 3] } output { [0, 2, 3] [1, 2, 3] 6 }
def main (xs: []i32) =
  let ys = copy xs
  let ys[0] = 0
  in (ys, xs, i32.sum xs)
