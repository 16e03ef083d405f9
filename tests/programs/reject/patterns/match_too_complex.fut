-- Too many combinations: each component can fail in three ways, and no case matches everything.
type t = (bool, bool, bool)
def f (x: (t, t, t, t, t, t, t, t, t, t, t)) (last: bool) : i32 =
  match (x, last)
  case (((true, true, true), _, _, _, _, _, _, _, _, _, _), _) -> 0
  case ((_, (true, true, true), _, _, _, _, _, _, _, _, _), _) -> 1
  case ((_, _, (true, true, true), _, _, _, _, _, _, _, _), _) -> 2
  case ((_, _, _, (true, true, true), _, _, _, _, _, _, _), _) -> 3
  case ((_, _, _, _, (true, true, true), _, _, _, _, _, _), _) -> 4
  case ((_, _, _, _, _, (true, true, true), _, _, _, _, _), _) -> 5
  case ((_, _, _, _, _, _, (true, true, true), _, _, _, _), _) -> 6
  case ((_, _, _, _, _, _, _, (true, true, true), _, _, _), _) -> 7
  case ((_, _, _, _, _, _, _, _, (true, true, true), _, _), _) -> 8
  case ((_, _, _, _, _, _, _, _, _, (true, true, true), _), _) -> 9
  case ((_, _, _, _, _, _, _, _, _, _, (true, true, true)), _) -> 10
  case (_, true) -> 20
  case (_, false) -> 30
