-- Results of map are fresh, even those of the identity.
-- ==
-- input { [1, 2, 3] } output { [9, 2, 3] [1, 2, 3] }
def main (xs: []i32) =
  let ys = map id xs
  in (ys with [0] = 9, xs)
