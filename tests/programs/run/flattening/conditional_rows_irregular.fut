-- The same with irregular rows: the result has the lengths of the argument.
-- Checklist: 103, 104.
-- ==
-- input { [[11, 1], [10]] } output { [[11, 1], [11]] }
-- input { [[11], []] } error: out of bounds
def main [n] (xss: [n][?]i32) : [n][?]i32 =
  map (\row -> if row[0] > 10 then row else map (+ 1) row) xss
