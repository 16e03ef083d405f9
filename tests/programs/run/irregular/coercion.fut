-- An irregular array becomes regular if all rows have the length that is asked for.
-- ==
-- input { [[1, 2], [3, 4]] 2i64 } output { [[1, 3], [2, 4]] }
-- input { [[1, 2], [3]] 2i64 } error: cannot match shape
-- input { [[1, 2], [3, 4]] 3i64 } error: cannot match shape
def main [n] (xss: [n][?]i32) (m: i64) : [m][n]i32 = transpose (xss :> [n][m]i32)
