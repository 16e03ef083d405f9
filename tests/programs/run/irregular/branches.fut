-- Rows of different lengths from different branches.
-- ==
-- input { [1, 2, 3] } output { [[1, 1], [], [3, 3, 3]] }
def main [n] (ks: [n]i32) : [n][?]i32 =
  map (\k -> match k
             case 1 -> [k, k]
             case 2 -> []
             case _ -> replicate 3 k) ks
