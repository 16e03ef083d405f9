-- Arrays of one size are compared elementwise; arrays of no elements are equal.
-- ==
-- input { [1, 2, 3] [1, 2, 3] } output { true }
-- input { [1, 2, 3] [1, 2, 4] } output { false }
-- input { empty([0]i32) empty([0]i32) } output { true }
def main [n] (xs: [n]i32) (ys: [n]i32) : bool = and (map2 (==) xs ys)
