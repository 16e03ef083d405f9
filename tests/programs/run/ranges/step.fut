-- A second element gives the step; the end need not be hit.
-- ==
-- entry: exclusive
-- input { 0 3 10 } output { [0, 3, 6, 9] }
-- input { 0 3 9 } output { [0, 3, 6] }
-- input { 0 20 10 } output { [0] }
-- input { 0 0 10 } error: is invalid
-- input { 5 4 10 } error: is invalid

-- ==
-- entry: inclusive
-- input { 0 3 9 } output { [0, 3, 6, 9] }
-- input { 0 3 11 } output { [0, 3, 6, 9] }
-- input { 10 8 3 } output { [10, 8, 6, 4] }
-- input { 10 8 4 } output { [10, 8, 6, 4] }
entry exclusive (a: i32) (b: i32) (c: i32) = a..b..<c
entry inclusive (a: i32) (b: i32) (c: i32) = a..b...c
