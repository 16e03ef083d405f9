-- Branches inside of maps with sequential code in them.
-- ==
-- input { [1, -2, 3, -4] } output { [1, 0, 6, 0] }
def main [n] (xs: [n]i32) : [n]i32 =
  map (\x -> if x > 0 then loop p = 1 for i < x do p * (i + 1) else 0) xs
