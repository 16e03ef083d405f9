-- Cases on lines of their own or on one.
def f (x: i32) =
  match x
  case 0 -> 1
  case 1 -> 2
  case n -> n
def g (b: bool) = match b case true -> 1 case false -> 0
