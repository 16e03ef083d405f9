-- A row of a matrix is replaced by an array.
-- ==
-- input { [[1, 2], [3, 4]] 1i64 [5, 6] } output { [[1, 2], [5, 6]] }
-- input { [[1, 2], [3, 4]] 2i64 [5, 6] } error: out of bounds
def main [n] [m] (xss: *[n][m]i32) (i: i64) (row: [m]i32) : [n][m]i32 = xss with [i] = row
