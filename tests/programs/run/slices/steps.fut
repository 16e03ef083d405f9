-- Positive steps.
-- ==
-- input { [0, 1, 2, 3, 4, 5, 6] 1i64 6i64 2i64 } output { [1, 3, 5] }
-- input { [0, 1, 2, 3, 4, 5, 6] 0i64 7i64 3i64 } output { [0, 3, 6] }
-- input { [0, 1, 2, 3, 4, 5, 6] 0i64 7i64 100i64 } output { [0] }
-- input { [0, 1, 2, 3, 4, 5, 6] 3i64 3i64 1i64 } output { empty([0]i32) }
-- input { [0, 1, 2, 3, 4, 5, 6] 0i64 7i64 0i64 } error: out of bounds
-- input { [0, 1, 2, 3, 4, 5, 6] 0i64 8i64 1i64 } error: out of bounds
def main (xs: []i32) (a: i64) (b: i64) (s: i64) = xs[a:b:s]
