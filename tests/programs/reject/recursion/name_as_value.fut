-- Not as a value either.
def repeat (n: i64) (f: i64 -> i64) (x: i64) : i64 =
  if n == 0 then x else let g = repeat in g (n - 1) f (f x)
