-- One reduction for each row.
-- ==
-- input { [[1, 2, 3], [4, 5, 6]] } output { [6, 15] [3, 6] }
-- input { empty([2][0]i32) } output { [0, 0] [-2147483648, -2147483648] }
-- input { empty([0][2]i32) } output { empty([0]i32) empty([0]i32) }
def main (xss: [][]i32) = (map (reduce (+) 0) xss, map i32.maximum xss)
