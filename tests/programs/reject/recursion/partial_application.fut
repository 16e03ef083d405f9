-- All arguments at once.
def repeat (n: i64) (f: i64 -> i64) (x: i64) : i64 =
  if n == 0 then x else let g = repeat (n - 1) f in g (f x)
