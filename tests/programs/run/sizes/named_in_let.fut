-- The size of an unknown array gets a name.
-- ==
-- input { [3, -1, 4, -1, 5] } output { [0i64, 1i64, 2i64] [3, 4, 5] 3i64 }
-- input { [-1] } output { empty([0]i64) empty([0]i32) 0i64 }
def main (xs: []i32) =
  let [k] (ys: [k]i32) = filter (> 0) xs
  in (iota k, ys, k)
