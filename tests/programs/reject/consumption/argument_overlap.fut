def both (xs: *[]i64) : []i64 = scatter xs xs [1, 2, 3]

def through_name (xs: *[]i64) : []i64 =
  let ys = xs[1:]
  in scatter xs [0, 1] ys[0:2]

def two_consumed (xs: *[]i64) : i64 =
  let f (a: *[]i64) (b: *[]i64) : i64 = a[0] + b[0]
  in f xs xs
