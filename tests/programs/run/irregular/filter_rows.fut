-- A filter of whole rows.
-- ==
-- input { [[1, 2], [], [3], []] } output { [[1, 2], [3]] }
-- input { [[], []] } output { empty([0][?]i32) }
def main (xss: [][?]i32) : [][?]i32 = filter (\xs -> length xs > 0) xss
