-- Everything on arrays with zero in some dimension.
-- ==
-- input { empty([0][0]i32) } output { 0i64 empty([0][0]i32) empty([0]i32) empty([0][0]i32) 0 }
-- input { empty([2][0]i32) } output { 2i64 empty([0][2]i32) [0, 0] empty([2][0]i32) 0 }
-- input { empty([0][2]i32) } output { 0i64 empty([2][0]i32) empty([0]i32) empty([0][2]i32) 0 }
def main (xss: [][]i32) =
  (length xss, transpose xss, map i32.sum xss, map (scan (+) 0) xss, i32.sum (flatten xss))
