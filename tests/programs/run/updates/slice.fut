-- A slice is replaced: sizes must agree when the program runs.
-- Checklist: 132.
-- ==
-- input { [0, 0, 0, 0, 0] 1i64 3i64 [7, 8] } output { [0, 7, 8, 0, 0] }
-- input { [0, 0, 0, 0, 0] 5i64 5i64 empty([0]i32) } output { [0, 0, 0, 0, 0] }
-- input { [0, 0, 0, 0, 0] 4i64 6i64 [7, 8] } error: out of bounds
def main (xs: *[]i32) (a: i64) (b: i64) (ys: []i32) : []i32 = xs with [a:b] = sized (b - a) ys
