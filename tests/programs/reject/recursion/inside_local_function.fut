-- The rule holds in local functions, too.
def repeat (n: i64) (f: i64 -> i64) (x: i64) : i64 =
  let step (y: i64) = repeat (n - 1) (f >-> f) y
  in if n == 0 then x else step x
