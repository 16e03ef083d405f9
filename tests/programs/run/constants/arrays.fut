-- Arrays as constants, with sizes that are constants too.
-- ==
-- input { 2i64 } output { 4i64 [0i64, 1i64, 4i64, 9i64] 14i64 }
def n : i64 = 4
def squares : [n]i64 = map (\i -> i * i) (iota n)
def total = i64.sum squares
def main (i: i64) = (squares[i], copy squares, total)
