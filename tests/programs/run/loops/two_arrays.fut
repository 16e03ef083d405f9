-- Two arrays are swapped in every iteration.
-- ==
-- input { [1, 2] [3, 4] 3 } output { [3, 4] [1, 2] }
-- input { [1, 2] [3, 4] 2 } output { [1, 2] [3, 4] }
-- input { [1, 2] [3, 4] 0 } output { [1, 2] [3, 4] }
def main [n] (xs: [n]i32) (ys: [n]i32) (k: i32) = loop (xs, ys) = (xs, ys) for _i < k do (ys, xs)
