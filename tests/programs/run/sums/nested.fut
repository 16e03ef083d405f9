-- Sums in sums: every combination is told apart.
-- ==
-- input { 0 } output { 0 }
-- input { 1 } output { 11 }
-- input { 2 } output { 22 }
-- input { 3 } output { 33 }
type option 'a = #none | #some a
type result = #ok (option i32) | #error i32

def code (r: result) : i32 =
  match r
  case #ok #none -> 0
  case #ok (#some x) -> x
  case #error e -> e + 30

def main (k: i32) : i32 =
  code (match k
        case 0 -> #ok #none
        case 1 -> #ok (#some 11)
        case 2 -> #ok (#some 22)
        case _ -> #error 3)
