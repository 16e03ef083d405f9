-- Fields in any order, with patterns.
def f (r: {on: bool, n: i32}) =
  match r
  case {on = true, n} -> n
  case {n = 0, on = false} -> 1
  case {on = false, n = _} -> 2
