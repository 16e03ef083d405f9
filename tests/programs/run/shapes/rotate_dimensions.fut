-- Rotation of rows, and of the elements of each row by its own amount.
-- ==
-- input { [[1, 2, 3], [4, 5, 6]] } output { [[4, 5, 6], [1, 2, 3]] [[1, 2, 3], [5, 6, 4]] }
def main [n] [m] (xss: [n][m]i32) = (rotate 1 xss, map2 rotate (iota n) xss)
