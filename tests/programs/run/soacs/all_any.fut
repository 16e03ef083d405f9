-- Quantifiers over arrays, and over none.
-- ==
-- input { [1, 2, 3] } output { true false true false }
-- input { [0, 5] } output { false true true false }
-- input { empty([0]i32) } output { true false false true }
def main (xs: []i32) = (all (> 0) xs, any (> 3) xs, or (map (>= 0) xs), and (map (< 0) xs))
