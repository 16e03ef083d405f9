-- Large constants that others are computed from.
-- ==
-- input { 99i64 } output { 4950i64 328350i64 }
def n : i64 = 100
def sums : [n]i64 = scan (+) 0 (iota n)
def squares : [n]i64 = scan (+) 0 (map (\i -> i * i) (iota n))
def main (i: i64) = (sums[i], squares[i])
