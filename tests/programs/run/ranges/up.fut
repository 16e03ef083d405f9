-- Ranges that go up, with and without the end, with a step.
-- ==
-- entry: exclusive
-- input { 2 6 } output { [2, 3, 4, 5] }
-- input { 2 2 } output { empty([0]i32) }
-- input { 2 1 } error: is invalid

-- ==
-- entry: inclusive
-- input { 2 6 } output { [2, 3, 4, 5, 6] }
-- input { 2 2 } output { [2] }
-- input { 2 1 } error: is invalid
-- input { 2 0 } error: is invalid
entry exclusive (a: i32) (b: i32) = a..<b
entry inclusive (a: i32) (b: i32) = a...b
