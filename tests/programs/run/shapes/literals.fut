-- Array literals of rank one to three, with expressions and rows from elsewhere.
-- ==
-- input { 5 [1, 2] } output { [5, 6, 10] [[1, 2], [5, 5]] [[[5], [6]], [[7], [8]]] [5, 5, 5, 5] }
def main (x: i32) (xs: [2]i32) =
  ([x, x + 1, 2 * x], [xs, [x, x]], [[[x], [x + 1]], [[x + 2], [x + 3]]], rep x : [4]i32)
