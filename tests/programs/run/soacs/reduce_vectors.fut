-- A reduction with a vectorised operator; with no rows it gives the neutral row.
-- ==
-- input { [[1, 2, 3], [4, 5, 6]] } output { [5, 7, 9] }
-- input { empty([0][3]i32) } output { [0, 0, 0] }
-- input { empty([2][0]i32) } output { empty([0]i32) }
def main [n] [m] (xss: [n][m]i32) : [m]i32 = reduce (map2 (+)) (replicate m 0) xss
