-- Branches of a match give arrays of different sizes.
-- ==
-- input { 0i64 } output { [1i64, 2i64, 3i64] }
-- input { 4i64 } output { [0i64, 1i64, 2i64, 3i64] }
-- input { -3i64 } output { empty([0]i64) }
type t = #default | #upto i64 | #nothing

def make (v: t) : []i64 =
  match v
  case #default -> [1, 2, 3]
  case #upto n -> iota n
  case #nothing -> []

def main (n: i64) : []i64 = make (if n == 0 then #default else if n > 0 then #upto n else #nothing)
