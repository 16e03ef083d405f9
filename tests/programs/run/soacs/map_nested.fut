-- Maps in maps that read variables of every level.
-- ==
-- input { [1, 2] [10, 20, 30] 100 } output { [[111, 121, 131], [112, 122, 132]] }
-- input { empty([0]i32) [10] 100 } output { empty([0][1]i32) }
-- input { [1, 2] empty([0]i32) 100 } output { empty([2][0]i32) }
def main [n] [m] (xs: [n]i32) (ys: [m]i32) (k: i32) : [n][m]i32 =
  map (\x -> map (\y -> x + y + k) ys) xs
