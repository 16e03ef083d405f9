-- Either index of two may be outside.
-- ==
-- input { [[1, 2, 3], [4, 5, 6]] 1i64 2i64 } output { 6 }
-- input { [[1, 2, 3], [4, 5, 6]] 2i64 0i64 } error: Index \[2, 0\] out of bounds
-- input { [[1, 2, 3], [4, 5, 6]] 0i64 3i64 } error: Index \[0, 3\] out of bounds
def main (xss: [][]i32) (i: i64) (j: i64) : i32 = xss[i, j]
