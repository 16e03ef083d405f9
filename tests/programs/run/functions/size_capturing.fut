-- A closure captures an array whose size is unknown until run time.
-- ==
-- input { [4, -1, 6] 1i64 } output { 6 2i64 [4, 6] }
-- input { [4, -1, 6] 2i64 } error: out of bounds
def main (xs: []i32) (i: i64) =
  let positive = filter (> 0) xs
  let get j = positive[j]
  let size () = length positive
  let all () = map id positive
  in (get i, size (), all ())
