-- Entry points that are constants, and one that takes unit.
-- ==
-- entry: constant
-- input { } output { [1, 4, 9] }

-- ==
-- entry: pair
-- input { } output { 2 true }
entry constant : []i32 = map (\x -> x * x) [1, 2, 3]
entry pair = (2i32, !false)
