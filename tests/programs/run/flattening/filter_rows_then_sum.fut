-- Rows that are filters, used by a reduction: sizes are computed and never stored.
-- Checklist: 53.
-- ==
-- input { [[1, -2, 3], [-4], [], [5]] } output { [[1, 3], [], [], [5]] [4, 0, 0, 5] }
def main [n] (xss: [n][?]i32) : ([n][?]i32, [n]i32) =
  let positive: [n][?]i32 = map (filter (> 0)) xss
  in (positive, map i32.sum positive)
