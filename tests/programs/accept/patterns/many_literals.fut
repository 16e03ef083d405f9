-- A large table.
def f (x: i32) =
  match x
  case 0 -> 3 case 1 -> 1 case 2 -> 4 case 3 -> 1 case 4 -> 5 case 5 -> 9 case 6 -> 2 case 7 -> 6
  case 8 -> 5 case 9 -> 3 case 10 -> 5 case 11 -> 8 case 12 -> 9 case 13 -> 7 case 14 -> 9 case 15 -> 3
  case _ -> 0
