-- Anonymous sizes of parameters that the body makes equal.
-- ==
-- input { [1, 2] [3, 4] } output { [4, 6] }
-- input { [1, 2] [3] } error: size|shape
def main (xs: []i32) (ys: []i32) = map2 (+) xs ys
