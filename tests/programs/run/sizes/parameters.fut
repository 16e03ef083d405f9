-- Size parameters are values in the body, also those of inner dimensions.
-- ==
-- input { [[1, 2, 3], [4, 5, 6]] } output { 2i64 3i64 6i64 }
-- input { empty([0][3]i32) } output { 0i64 3i64 0i64 }
-- input { empty([2][0]i32) } output { 2i64 0i64 0i64 }
def shape [n] [m] 'a (_: [n][m]a) : (i64, i64) = (n, m)

def main (xss: [][]i32) =
  let (n, m) = shape xss
  in (n, m, n * m)
