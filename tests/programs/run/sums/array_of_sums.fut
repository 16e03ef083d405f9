-- Arrays of sums are mapped, filtered and updated.
-- ==
-- input { [3, -1, 0, 8] } output { [3, 100, 0, 8] 2i64 [3, 100, 7, 8] }
type t = #number i32 | #missing | #zero
def of_int (x: i32) : t = if x == 0 then #zero else if x < 0 then #missing else #number x

def to_int (v: t) : i32 =
  match v
  case #number x -> x
  case #missing -> 100
  case #zero -> 0

def main (xs: []i32) =
  let vs = map of_int xs
  let numbers =
    filter (\v -> match v
                  case #number _ -> true
                  case _ -> false) vs
  in (map to_int vs, length numbers, map to_int (copy vs with [2] = #number 7))
