-- The same array in two fields of a tuple; one is replaced by an updated copy.
-- ==
-- input { [1, 2] } output { [1, 2] [1, 0] }
def main (xs: []i32) =
  let (a, b) = (xs, xs)
  let c = copy b
  let c[1] = 0
  in (a, c)
