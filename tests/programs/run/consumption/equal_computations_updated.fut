-- Two equal computations may be shared only as long as neither result is updated.
-- ==
-- input { 3i64 }
-- output { [5i64, 2i64, 3i64] [1i64, 2i64, 3i64] [1i64, 4i64, 3i64] }

def next (n: i64) = map (\x -> x + 1) (iota n)

def main (n: i64) =
  let xs = next n
  let ys = next n
  let zs = copy ys
  let xs[0] = 5
  let zs[1] = 4
  in (xs, ys, zs)
