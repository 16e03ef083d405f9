-- Names bound by cases hide outer ones only inside of the case.
-- ==
-- input { 5 } output { 16 }
-- input { 0 } output { 1 }
type t = #a i32 | #b

def main (x: i32) : i32 =
  let v: t = if x > 0 then #a (x * 3) else #b
  let y =
    match v
    case #a x -> x
    case #b -> x
  in y + 1
