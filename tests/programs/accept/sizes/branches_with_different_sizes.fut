-- The size of the result is unknown then.
def f (b: bool) : []i32 = if b then [1] else [1, 2]
def g (b: bool) (n: i64) (m: i64) = length (if b then iota n else iota m)
def h (x: i32) =
  match x
  case 0 -> [1]
  case 1 -> [1, 2]
  case _ -> []
