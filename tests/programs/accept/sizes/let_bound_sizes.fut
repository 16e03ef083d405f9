-- A name bound to an i64 can be used as a size.
def f (n: i64) =
  let m = n + 1
  let xs = iota m
  let ys : [m]i64 = replicate m 0
  in map2 (+) xs ys
