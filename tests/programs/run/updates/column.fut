-- A column is replaced through a slice.
-- ==
-- input { [[1, 2, 3], [4, 5, 6]] 1i64 [8, 9] } output { [[1, 8, 3], [4, 9, 6]] }
-- input { [[1, 2, 3], [4, 5, 6]] 3i64 [8, 9] } error: out of bounds
def main [n] [m] (xss: *[n][m]i32) (j: i64) (column: [n]i32) : [n][m]i32 = xss with [:, j] = column
