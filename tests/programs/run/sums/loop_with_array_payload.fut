-- The state of a loop is a sum with an array inside that is replaced in each iteration.
-- ==
-- input { [1, 2, 3] 2 } output { [4, 8, 12] }
-- input { [1, 2, 3] 9 } output { [0, 0, 0] }
type state [n] = #going ([n]i32) i32 | #stopped

def main [n] (xs: [n]i32) (k: i32) : [n]i32 =
  let final =
    loop s = (#going xs 0 : state [n]) for _i < k do
      match s
      case #going ys c -> if c > 5 then #stopped else #going (map (* 2) ys) (c + 1)
      case #stopped -> #stopped
  in match final
     case #going ys _ -> ys
     case #stopped -> replicate n 0
