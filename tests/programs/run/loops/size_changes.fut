-- Arrays grow and shrink in the same loop.
-- ==
-- input { 3i64 } output { empty([0]i64) [0i64, 1i64, 2i64] }
def main (n: i64) : ([]i64, []i64) =
  loop (xs, ys) = (iota n, [] : []i64) for _i < n do
    (xs[1:], ys ++ [xs[0]])
