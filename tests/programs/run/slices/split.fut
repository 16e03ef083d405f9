-- Splitting at a position.
-- ==
-- input { [1, 2, 3, 4, 5] 2i64 } output { [1, 2] [3, 4, 5] }
-- input { [1, 2, 3, 4, 5] 0i64 } output { empty([0]i32) [1, 2, 3, 4, 5] }
-- input { [1, 2, 3, 4, 5] 5i64 } output { [1, 2, 3, 4, 5] empty([0]i32) }
-- input { [1, 2, 3, 4, 5] 6i64 } error: out of bounds
def main [n] (xs: [n]i32) (k: i64) : ([k]i32, []i32) = split (xs :> [k + (n - k)]i32)
