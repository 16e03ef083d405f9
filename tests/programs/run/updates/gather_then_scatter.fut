-- A reads-then-writes cycle: rotation of a prefix in place.
-- ==
-- input { [1, 2, 3, 4, 5] 3i64 } output { [2, 3, 1, 4, 5] }
-- input { [1, 2, 3] 0i64 } output { [1, 2, 3] }
def main (xs: *[]i32) (k: i64) : []i32 =
  let part = rotate 1 xs[:k]
  in scatter xs (iota k) part
