-- `iota`, `indices` and what goes wrong with a negative length.
-- ==
-- input { 3i64 } output { [0i64, 1i64, 2i64] [0i64, 1i64, 2i64] }
-- input { 0i64 } output { empty([0]i64) empty([0]i64) }
-- input { -1i64 } error: is invalid
def main (n: i64) =
  let xs = iota n
  in (xs, indices xs)
