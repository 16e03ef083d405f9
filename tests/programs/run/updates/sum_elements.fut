-- Elements of an array of sums are replaced by other constructors.
-- ==
-- input { [1, 2, 3] } output { [1, -1, 30] }
type t = #number i32 | #tens i32 | #gone

def main (xs: []i32) : []i32 =
  let vs = map (\x : t -> #number x) xs
  let vs[1] = #gone
  let vs[2] = #tens 3
  in map (\v -> match v
                case #number x -> x
                case #tens x -> 10 * x
                case #gone -> -1) vs
