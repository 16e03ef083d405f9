-- Slices that do not fit, in either dimension; an index beside a slice is checked too.
-- ==
-- input { [[1, 2], [3, 4]] 0i64 2i64 1i64 } output { [2, 4] }
-- input { [[1, 2], [3, 4]] 0i64 3i64 1i64 } error: out of bounds
-- input { [[1, 2], [3, 4]] -1i64 2i64 1i64 } error: out of bounds
-- input { [[1, 2], [3, 4]] 0i64 2i64 2i64 } error: out of bounds
-- input { [[1, 2], [3, 4]] 2i64 1i64 0i64 } error: out of bounds
def main (xss: [][]i32) (a: i64) (b: i64) (j: i64) = xss[a:b, j]
