-- Functions that take parts of arrays, at their limits.
-- ==
-- input { [1, 2, 3] 2i64 } output { [1, 2] [3] 1 3 [2, 3] [1, 2] }
-- input { [1, 2, 3] 3i64 } output { [1, 2, 3] empty([0]i32) 1 3 [2, 3] [1, 2] }
-- input { [1, 2, 3] 0i64 } output { empty([0]i32) [1, 2, 3] 1 3 [2, 3] [1, 2] }
-- input { [1, 2, 3] 4i64 } error: out of bounds
-- input { empty([0]i32) 0i64 } error: out of bounds
def main (xs: []i32) (k: i64) = (take k xs, drop k xs, head xs, last xs, tail xs, init xs)
