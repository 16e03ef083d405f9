-- The updated array is lost.
def f (xs: *[]i32) (ys: []i32) =
  let xs[0] = 1
  in ys[0]
