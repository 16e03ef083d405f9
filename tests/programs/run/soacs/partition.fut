-- Partitions in two and three parts keep the order.
-- ==
-- input { [4, 1, 3, 2, 4, 0] } output { [1, 2, 0] [4, 3, 4] [1, 0] [2] [4, 3, 4] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) }
def main (xs: []i32) =
  let (a, b) = partition (< 3) xs
  let (c, d, e) = partition2 (< 2) (< 3) xs
  in (a, b, c, d, e)
