-- Local functions have size parameters, too.
def f (xs: []i32) (ys: []bool) =
  let len [n] 't (_: [n]t) = n
  in len xs + len ys
