-- An array is cut into rows; the lengths must add up and none may be negative.
-- ==
-- input { [2i64, 0i64, 1i64] [1, 2, 3] } output { [[1, 2], [], [3]] }
-- input { [0i64] empty([0]i32) } output { [[]] }
-- input { [2i64, 2i64] [1, 2, 3] } error: length
-- input { [4i64, -1i64] [1, 2, 3] } error: they add up to 3, and none may be negative
def main [n] (lengths: [n]i64) (xs: []i32) : [n][?]i32 = irregular.from_lengths lengths xs
