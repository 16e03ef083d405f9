-- Constructors with several parts, some of the same type in another order.
-- ==
-- input { 0 } output { 1 2f64 3 }
-- input { 1 } output { 5 4f64 6 }
-- input { 2 } output { 0 0f64 0 }
type t = #ab i32 f64 i32 | #ba f64 i32 i32 | #empty

def parts (x: t) : (i32, f64, i32) =
  match x
  case #ab a b c -> (a, b, c)
  case #ba b a c -> (a, b, c)
  case #empty -> (0, 0, 0)

def main (k: i32) =
  parts (if k == 0 then #ab 1 2 3 else if k == 1 then #ba 4 5 6 else #empty)
