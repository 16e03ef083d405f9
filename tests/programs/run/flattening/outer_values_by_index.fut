-- A value of the outer level is used for all elements of its row.
-- Checklist: 27, 51.
-- ==
-- input { [2, 3] [[1, 2, 3], [4]] } output { [[2, 4, 6], [12]] }
def main [n] (as: [n]i32) (xss: [n][?]i32) : [n][?]i32 = map2 (\a xs -> map (\x -> a * x) xs) as xss
