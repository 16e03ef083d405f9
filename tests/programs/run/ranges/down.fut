-- Ranges that go down, with and without a step.
-- ==
-- entry: simple
-- input { 5 1 } output { [5, 4, 3, 2] }
-- input { 5 5 } output { empty([0]i32) }
-- input { 1 5 } error: is invalid

-- ==
-- entry: stepped
-- input { 10 7 0 } output { [10, 7, 4, 1] }
-- input { 10 7 1 } output { [10, 7, 4] }
-- input { 10 11 0 } error: is invalid
entry simple (a: i32) (b: i32) = a..>b
entry stepped (a: i32) (b: i32) (c: i32) = a..b..>c
