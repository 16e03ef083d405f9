-- Ranges that go the wrong way or do not move name themselves.
-- ==
-- entry: up
-- input { 5 1 } error: 5..<1

-- ==
-- entry: stepped
-- input { 1 1 5 } error: 1..1...5
-- input { 1 0 5 } error: 1..0...5
entry up (a: i32) (b: i32) : []i32 = a..<b
entry stepped (a: i32) (b: i32) (c: i32) : []i32 = a..b...c
