-- Negative steps go backwards; the end is not included, so -1 is the end before the first element.
-- ==
-- input { [0, 1, 2, 3, 4] 4i64 0i64 -1i64 } output { [4, 3, 2, 1] }
-- input { [0, 1, 2, 3, 4] 4i64 -1i64 -1i64 } output { [4, 3, 2, 1, 0] }
-- input { [0, 1, 2, 3, 4] 4i64 -1i64 -2i64 } output { [4, 2, 0] }
-- input { [0, 1, 2, 3, 4] 3i64 0i64 -2i64 } output { [3, 1] }
-- input { [0, 1, 2, 3, 4] 5i64 0i64 -1i64 } error: out of bounds
-- input { [0, 1, 2, 3, 4] 0i64 4i64 -1i64 } error: out of bounds
def main (xs: []i32) (a: i64) (b: i64) (s: i64) = xs[a:b:s]
