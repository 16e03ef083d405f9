-- The first and the last of nothing.
-- ==
-- entry: first
-- input { [4, 5] } output { 4 }
-- input { empty([0]i32) } error: out of bounds

-- ==
-- entry: final
-- input { [4, 5] } output { 5 }
-- input { empty([0]i32) } error: out of bounds
entry first (xs: []i32) : i32 = head xs
entry final (xs: []i32) : i32 = last xs
