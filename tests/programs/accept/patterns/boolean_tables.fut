-- Booleans have two values.
def xor (a: bool) (b: bool) =
  match (a, b)
  case (true, true) -> false
  case (true, false) -> true
  case (false, true) -> true
  case (false, false) -> false
def majority (a: bool) (b: bool) (c: bool) =
  match (a, b, c)
  case (true, true, _) -> true
  case (true, _, true) -> true
  case (_, true, true) -> true
  case (false, false, _) -> false
  case (false, _, false) -> false
  case (_, false, false) -> false
