-- A reduction of each row.
-- ==
-- input { [[1, 2], [], [3]] } output { [3, 0, 3] }
-- input { [[1, 2], [3, 4]] } output { [3, 7] }
def main [n] (xss: [n][?]i32) : [n]i32 = map i32.sum xss
