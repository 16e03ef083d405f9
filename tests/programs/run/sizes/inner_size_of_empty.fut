-- Mapping over no elements: the size of the rows of the result comes from outside.
-- ==
-- input { empty([0]i64) 4i64 } output { empty([0][4]i64) }
-- input { [10i64] 2i64 } output { [[10i64, 11i64]] }
def main (xs: []i64) (m: i64) = map (\x -> map (+ x) (iota m)) xs
