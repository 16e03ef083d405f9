-- The size of the rows is computed after it is needed.
def f (xs: []i32) =
  let a = [] : [][]i32
  let b = [filter (> 0) xs]
  in a[0] == b[0]
