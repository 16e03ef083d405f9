-- An index below, at and beyond the borders.
-- ==
-- input { [1, 2, 3] 0i64 } output { 1 }
-- input { [1, 2, 3] 3i64 } error: Index \[3\] out of bounds
-- input { [1, 2, 3] -1i64 } error: Index \[-1\] out of bounds
-- input { empty([0]i32) 0i64 } error: out of bounds
def main (xs: []i32) (i: i64) : i32 = xs[i]
