-- A filter of each row, by the library and by a map.
-- ==
-- input { [[1, -2], [-3], [], [4, 5]] } output { [[1], [], [], [4, 5]] [[1], [], [], [4, 5]] }
def main [n] (xss: [n][?]i32) : ([n][?]i32, [n][?]i32) =
  (irregular.filter (> 0) xss, map (filter (> 0)) xss)
