-- Parentheses keep the cases of an inner match together.
def f (x: i32) (y: i32) =
  match x
  case 0 ->
    (match y
     case 0 -> 1
     case _ -> 2)
  case _ -> 3
