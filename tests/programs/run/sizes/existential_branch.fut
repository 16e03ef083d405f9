-- The size of an `if` is that of the branch taken.
-- ==
-- input { true 2i64 } output { [0i64, 1i64] 2i64 }
-- input { false 2i64 } output { [0i64, 1i64, 2i64, 3i64] 4i64 }
def main (p: bool) (n: i64) =
  let xs = if p then iota n else iota (2 * n)
  in (xs, length xs)
