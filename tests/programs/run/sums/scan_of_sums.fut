-- A scan whose elements are a sum: the last seen number is carried along.
-- ==
-- input { [0, 5, 0, 0, 7, 0] } output { [-1, 5, 5, 5, 7, 7] }
type seen = #nothing | #last i32

def carry (a: seen) (b: seen) : seen =
  match b
  case #nothing -> a
  case #last x -> #last x

def main (xs: []i32) : []i32 =
  map (\s -> match s
             case #nothing -> -1
             case #last x -> x)
      (scan carry #nothing (map (\x -> if x == 0 then #nothing else #last x) xs))
