-- Slices that do not fit.
-- ==
-- input { [1, 2, 3] 1i64 3i64 } output { [2, 3] }
-- input { [1, 2, 3] 1i64 4i64 } error: out of bounds
-- input { [1, 2, 3] 2i64 1i64 } error: out of bounds
-- input { [1, 2, 3] -1i64 2i64 } error: out of bounds
def main (xs: []i32) (a: i64) (b: i64) : []i32 = xs[a:b]
