-- `&&` and `||` do not evaluate their right operand if the left one decides.
-- ==
-- entry: both
-- input { [1, 2] 1i64 } output { true }
-- input { [1, 2] 2i64 } output { false }
-- input { [1, 2] -1i64 } error: out of bounds

-- ==
-- entry: either
-- input { 0 } output { true }
-- input { 5 } output { true }
-- input { 20 } output { false }
entry both (xs: []i32) (i: i64) : bool = i < length xs && xs[i] > 0
entry either (x: i32) : bool = x == 0 || 10 / x > 1
