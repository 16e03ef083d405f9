-- A scan over pairs with a non-commutative operator: composition of linear functions.
-- ==
-- input { [2, 3, 4] [1, 1, 1] } output { [2, 6, 24] [1, 4, 17] }
def compose (a: i32, b: i32) (c: i32, d: i32) : (i32, i32) = (a * c, c * b + d)
def main [n] (as: [n]i32) (bs: [n]i32) = unzip (scan compose (1, 0) (zip as bs))
