-- Payloads that are arrays; two constructors with arrays of one type.
-- ==
-- input { 0 [1, 2, 3] } output { 6 }
-- input { 1 [1, 2, 3] } output { 3 }
-- input { 2 [1, 2, 3] } output { 0 }
type t [n] = #all [n]i32 | #last [n]i32 | #nothing

def total [n] (v: t [n]) : i32 =
  match v
  case #all xs -> i32.sum xs
  case #last xs -> xs[n - 1]
  case #nothing -> 0

def main [n] (k: i32) (xs: [n]i32) : i32 =
  total (if k == 0 then #all xs else if k == 1 then #last xs else (#nothing : t [n]))
