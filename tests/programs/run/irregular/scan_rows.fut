-- A scan of each row and the reverse of each row.
-- ==
-- input { [[1, 2, 3], [], [4, 5]] } output { [[1, 3, 6], [], [4, 9]] [[3, 2, 1], [], [5, 4]] }
def main [n] (xss: [n][?]i32) : ([n][?]i32, [n][?]i32) = (map (scan (+) 0) xss, map reverse xss)
