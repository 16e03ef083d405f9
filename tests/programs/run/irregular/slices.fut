-- A slice of rows, and rows in reverse order.
-- Checklist: 78.
-- ==
-- input { [[1, 2], [], [3], [4, 5, 6]] } output { [[], [3]] [[4, 5, 6], [3], [], [1, 2]] }
def main [n] (xss: [n][?]i32) : ([][?]i32, [n][?]i32) = (xss[1:3], xss[::-1])
