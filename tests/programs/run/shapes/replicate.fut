-- Replication of scalars, arrays and tuples; a negative count is an error.
-- ==
-- input { 2i64 [1, 2] } output { [7, 7] [[1, 2], [1, 2]] [5, 5] [true, true] }
-- input { 0i64 [1, 2] } output { empty([0]i32) empty([0][2]i32) empty([0]i32) empty([0]bool) }
-- input { -1i64 [1, 2] } error: [Nn]egative|-1
def main (n: i64) (xs: []i32) =
  let ps = replicate n (5i32, true)
  in (replicate n 7i32, replicate n xs, map (.0) ps, map (.1) ps)
