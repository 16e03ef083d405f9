-- A type parameter stands for arrays of any rank.
-- ==
-- input { [[1, 2], [3, 4]] } output { [[3, 4], [1, 2]] [[2, 1], [4, 3]] 2i64 }
def backwards [n] 'a (xs: [n]a) : [n]a = map (\i -> xs[n - 1 - i]) (iota n)
def main (xss: [][]i32) = (backwards xss, map backwards xss, length (backwards xss))
