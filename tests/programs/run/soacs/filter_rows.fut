-- A filter of rows keeps their size.
-- ==
-- input { [[1, 2], [-1, 5], [3, 4]] } output { [[1, 2], [3, 4]] }
-- input { [[-1, 2]] } output { empty([0][2]i32) }
def main (xss: [][]i32) = filter (\xs -> xs[0] > 0) xss
