-- A row is an ordinary array; an element is found by two indices; both are checked.
-- Checklist: 36.
-- ==
-- entry: row
-- input { [[1, 2], [], [3]] 0i64 } output { [1, 2] }
-- input { [[1, 2], [], [3]] 1i64 } output { empty([0]i32) }
-- input { [[1, 2], [], [3]] 3i64 } error: out of bounds

-- ==
-- entry: element
-- input { [[1, 2], [], [3]] 2i64 0i64 } output { 3 }
-- input { [[1, 2], [], [3]] 2i64 1i64 } error: out of bounds
-- input { [[1, 2], [], [3]] 1i64 0i64 } error: out of bounds
-- input { [[1, 2], [], [3]] -1i64 0i64 } error: out of bounds
entry row (xss: [][?]i32) (i: i64) : []i32 = xss[i]
entry element (xss: [][?]i32) (i: i64) (j: i64) : i32 = xss[i, j]
