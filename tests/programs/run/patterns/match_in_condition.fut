-- A match as the condition of an `if`, and an `if` as what is matched.
-- ==
-- input { 3 } output { 300 }
-- input { 4 } output { 5 }
def main (x: i32) : i32 =
  if (match x % 2
      case 1 -> true
      case _ -> false)
  then x * 100
  else match if x > 3 then (x, 1) else (0, 0)
       case (0, _) -> 0
       case (y, z) -> y + z
