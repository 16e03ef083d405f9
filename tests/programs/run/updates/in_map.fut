-- The function of a map updates its own row: the rows are independent.
-- ==
-- input { [[1, 2], [3, 4]] } output { [[2, 2], [2, 4]] }
def main [n] [m] (ass: *[n][m]i32) : [n][m]i32 = map (\as -> copy as with [0] = 2) ass
