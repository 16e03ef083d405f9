-- Payloads of different types in one sum.
-- ==
-- input { 0 } output { 3.5f32 }
-- input { 1 } output { 7f32 }
-- input { 2 } output { 1f32 }
-- input { 3 } output { -1f32 }
type value = #int i32 | #float f32 | #flag bool | #none

def to_float (v: value) : f32 =
  match v
  case #int x -> f32.i32 x
  case #float x -> x
  case #flag b -> if b then 1 else 0
  case #none -> -1

def main (k: i32) : f32 =
  to_float (match k
            case 0 -> #float 3.5
            case 1 -> #int 7
            case 2 -> #flag true
            case _ -> #none)
