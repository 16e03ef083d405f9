-- Constants as sizes of parameters: the caller's array is checked against it.
-- ==
-- input { [1, 2, 3] } output { 14 }
-- input { [1, 2] } error: size
def width : i64 = 3
def weights = sized width [1, 2, 3]
def main (xs: [width]i32) : i32 = i32.sum (map2 (*) xs weights)
