-- The state of a loop is a sum: a small machine that stops by itself.
-- ==
-- input { 6 } output { 8 }
-- input { 1 } output { 0 }
-- input { 27 } output { 111 }
type state = #running i32 i32 | #done i32

def main (x: i32) : i32 =
  let final =
    loop s = (#running x 0 : state)
    while match s
          case #running _ _ -> true
          case #done _ -> false do
      match s
      case #running 1 n -> #done n
      case #running y n -> #running (if y % 2 == 0 then y / 2 else 3 * y + 1) (n + 1)
      case #done n -> #done n
  in match final
     case #done n -> n
     case #running _ _ -> -1
