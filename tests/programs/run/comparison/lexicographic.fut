-- Lexicographic order of arrays of one length, as a reduction with a non-commutative operator.
-- ==
-- input { [1, 2, 3] [1, 3, 0] } output { true }
-- input { [1, 2, 3] [1, 2, 3] } output { false }
-- input { [2, 0, 0] [1, 9, 9] } output { false }
def main [n] (xs: [n]i32) (ys: [n]i32) : bool =
  reduce (\a b -> if a != 0 then a else b) 0i32 (map2 (\x y -> i32.sgn (x - y)) xs ys) < 0
