-- Elements are swapped: both are read before either is written.
-- ==
-- input { [1, 2, 3, 4] } output { [4, 2, 3, 1] }
def main [n] (xs: *[n]i32) : [n]i32 =
  let first = xs[0]
  let last = xs[n - 1]
  in (xs with [0] = last) with [n - 1] = first
