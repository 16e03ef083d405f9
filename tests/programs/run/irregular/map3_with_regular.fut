-- Irregular, regular and scalar arrays in one map.
-- Checklist: 45.
-- ==
-- input { [[1, 2], [3]] [[10, 20], [30, 40]] [100, 200] } output { [133, 273] }
def main [n] [m] (xss: [n][?]i32) (yss: [n][m]i32) (zs: [n]i32) : [n]i32 =
  map3 (\xs ys z -> i32.sum xs + i32.sum ys + z) xss yss zs
