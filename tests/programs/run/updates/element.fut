-- One element is replaced; outside of the array it is an error.
-- Checklist: 113.
-- ==
-- input { [1, 2, 3] 0i64 } output { [9, 2, 3] }
-- input { [1, 2, 3] 2i64 } output { [1, 2, 9] }
-- input { [1, 2, 3] 3i64 } error: out of bounds
-- input { [1, 2, 3] -1i64 } error: out of bounds
def main (xs: *[]i32) (i: i64) : []i32 = xs with [i] = 9
