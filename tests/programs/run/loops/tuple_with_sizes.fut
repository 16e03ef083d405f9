-- A loop with two arrays of the same changing size.
-- ==
-- input { 3 } output { [1, 2, 4, 8] [0i64, 1i64, 2i64, 3i64] }
def main (n: i32) =
  loop (xs, is) = ([1i32], [0]) for _i < n do
    (xs ++ [2 * last xs], is ++ [length is])
