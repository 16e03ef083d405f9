-- Outside of the let the name is replaced by what it stands for.
def f (n: i64) : [n + 1]i64 =
  let m = n + 1
  in iota m
