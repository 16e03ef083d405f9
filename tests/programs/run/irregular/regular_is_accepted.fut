-- A regular array where an irregular one is asked for.
-- ==
-- input { [[1, 2, 3], [4, 5, 6]] } output { 21 [3i64, 3i64] }
-- input { empty([2][0]i32) } output { 0 [0i64, 0i64] }
def total (xss: [][?]i32) : i32 = i32.sum (map i32.sum xss)
def main [n] [m] (xss: [n][m]i32) = (total xss, irregular.lengths xss)
