-- Arrays of a negative length cannot be made.
-- ==
-- entry: by_iota
-- input { -2i64 } error: 0..1..<-2

-- ==
-- entry: by_replicate
-- input { -2i64 } error: [Nn]egative|-2
entry by_iota (n: i64) : i64 = i64.sum (iota n)
entry by_replicate (n: i64) : []i32 = replicate n 1
