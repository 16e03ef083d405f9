-- A sequence is added to every row: the rows must all have its length.
-- Checklist: 37, 47.
-- ==
-- input { [[1, 2], [3, 4]] [10, 20] } output { [[11, 22], [13, 24]] }
-- input { empty([0][2]i32) [10, 20] } output { empty([0][2]i32) }
-- input { [[1, 2, 3]] [10, 20] } error: size
def mv [n] [m] (xss: [n][m]i32) (ys: [m]i32) : [n][m]i32 = map (\xs -> map2 (+) xs ys) xss
def main [n] [m] (xss: [n][m]i32) (ys: [m]i32) = mv xss ys
