-- Both branches have the shape of the row, so the result is regular.
-- Checklist: 58, 97, 103, 104.
-- ==
-- input { [[11, 1], [10, 2]] } output { [[11, 1], [11, 3]] }
def main [n] [m] (xss: [n][m]i32) : [n][m]i32 =
  map (\row -> if row[0] > 10 then row else map (+ 1) row) xss
