-- Two parameters of one size: the values given to the program must agree.
-- Checklist: 41.
-- ==
-- input { [1, 2] [3, 4] } output { 11 }
-- input { [1, 2] [3, 4, 5] } error: size
def main [n] (xs: [n]i32) (ys: [n]i32) : i32 = i32.sum (map2 (*) xs ys)
