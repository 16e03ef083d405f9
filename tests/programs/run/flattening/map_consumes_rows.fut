-- A map whose function updates its parameter: the rows of the argument are given away one by one.
-- ==
-- input { [[1, 1], [5, 6], [7, 8]] } output { [[2, 1], [2, 6], [2, 8]] }
def first_is_two [m] (as: *[m]i32) : *[m]i32 = as with [0] = 2
def main [n] [m] (ass: [n][m]i32) : [n][m]i32 = map (\as -> first_is_two (copy as)) ass
