-- Irregular arrays are read and written.
-- ==
-- input { [[1, 2], [], [3]] } output { [[2, 3], [], [4]] }
-- input { [[1]] } output { [[2]] }
-- input { [[], []] } output { [[], []] }
-- input { empty([0][0]i32) } output { empty([0][0]i32) }
def main [n] (xss: [n][?]i32) : [n][?]i32 = map (map (+ 1)) xss
