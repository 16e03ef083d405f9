-- A histogram whose bins are arrays.
-- ==
-- input { [1i64, 1i64, 0i64] [[1, 2], [3, 4], [5, 6]] } output { [[5, 6], [4, 6], [0, 0]] }
def main [n] [m] (is: [n]i64) (vs: [n][m]i32) : [3][m]i32 = hist (map2 (+)) (replicate m 0) 3 is vs
