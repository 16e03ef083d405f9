-- `:>` is checked when the program runs.
-- ==
-- input { 3i64 [1, 2, 3] } output { 6 }
-- input { 2i64 [1, 2, 3] } error: cannot match shape
-- input { 4i64 [1, 2, 3] } error: cannot match shape
-- input { 0i64 empty([0]i32) } output { 0 }
def main (n: i64) (xs: []i32) : i32 =
  let ys = xs :> [n]i32
  in i32.sum (map2 (*) ys (replicate n 1))
