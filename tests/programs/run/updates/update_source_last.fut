-- The value and the indices of an update are computed before its source, which may consume what they read.
-- ==
-- input { [1, 2, 3] }
-- output { [1, 2, 3] [7, 8, 9] }

def first (xs: *[]i64) : i64 = xs[0]

def main (xs: *[]i32) : ([]i32, []i64) =
  let ys = [7i64, 8, 9]
  let zs = [8i64, 1]
  in ( (xs with [1] = xs[0]) with [1] = xs[1]
     , ys with [zs[1]] = first zs
     )
