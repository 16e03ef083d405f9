-- Rotation to the left by any amount, negative and larger than the array.
-- ==
-- input { 1i64 [1, 2, 3] } output { [2, 3, 1] }
-- input { -1i64 [1, 2, 3] } output { [3, 1, 2] }
-- input { 0i64 [1, 2, 3] } output { [1, 2, 3] }
-- input { 7i64 [1, 2, 3] } output { [2, 3, 1] }
-- input { -7i64 [1, 2, 3] } output { [3, 1, 2] }
-- input { 2i64 empty([0]i32) } output { empty([0]i32) }
def main (k: i64) (xs: []i32) = rotate k xs
