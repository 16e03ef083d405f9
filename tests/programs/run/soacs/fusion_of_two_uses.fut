-- One intermediate array used by two consumers.
-- ==
-- input { [1, 2, 3] } output { 12 48 [2, 4, 6] }
def main (xs: []i32) =
  let ys = map (* 2) xs
  in (i32.sum ys, i32.product ys, ys)
