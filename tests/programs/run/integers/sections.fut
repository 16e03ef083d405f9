-- Operator sections fix the left or the right operand.
-- ==
-- input { [1, 2, 3] } output { [9, 8, 7] [-9, -8, -7] [1, 0, 1] [2, 4, 8] }
def main (xs: []i32) = (map (10 -) xs, map (\x -> x - 10) xs, map (% 2) xs, map (2 **) xs)
