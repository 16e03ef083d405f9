-- A scatter into a fresh array.
-- ==
-- input { [3i64, 0i64, 9i64] [7, 8, 9] } output { [8, -1, -1, 7, -1] }
def main [n] (is: [n]i64) (vs: [n]i32) : [5]i32 = spread 5 (-1) is vs
