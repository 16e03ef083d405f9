-- Sums as the elements of a reduction: the first non-empty option.
-- ==
-- input { [0, 0, 5, 7] } output { 5 }
-- input { [0, 0] } output { -1 }
-- input { empty([0]i32) } output { -1 }
type option = #none | #some i32

def first (a: option) (b: option) : option =
  match (a, b)
  case (#some x, _) -> #some x
  case (#none, y) -> y

def main (xs: []i32) : i32 =
  match reduce first #none (map (\x -> if x == 0 then #none else #some x) xs)
  case #none -> -1
  case #some x -> x
