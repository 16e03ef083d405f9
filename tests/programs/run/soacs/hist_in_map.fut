-- One histogram for each row.
-- ==
-- input { [[0i64, 1i64, 1i64], [2i64, 2i64, 2i64]] } output { [[1i64, 2i64, 0i64], [0i64, 0i64, 3i64]] }
def main [n] [m] (xss: [n][m]i64) : [n][3]i64 = map (\xs -> hist (+) 0 3 xs (replicate m 1)) xss
