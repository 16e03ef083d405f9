-- Neighbours of elements, at edges that are clamped, wrapped around or left out; and one that forgets an edge.
-- ==
-- entry: clamped clamped_by_branches
-- input { [1, 2, 4, 8] 0i64 } output { [1, 2, 4, 8] }
-- input { [1, 2, 4, 8] 1i64 } output { [2, 4, 8, 8] }
-- input { [1, 2, 4, 8] -2i64 } output { [1, 1, 1, 2] }
-- input { [1, 2, 4, 8] 9223372036854775807i64 } output { [8, 1, 1, 1] }
-- input { [7] 5i64 } output { [7] }
-- input { empty([0]i32) 1i64 } output { empty([0]i32) }

-- ==
-- entry: wrapped wrapped_by_branches
-- input { [1, 2, 4, 8] } output { [10, 5, 10, 5] }
-- input { [7] } output { [14] }
-- input { empty([0]i32) } output { empty([0]i32) }

-- ==
-- entry: inner
-- input { [1, 2, 4, 8] } output { [1, 5, 10, 8] }
-- input { [7] } output { [7] }

-- ==
-- entry: reflected
-- input { [1, 2, 4, 8] } output { [4, 5, 10, 4] }
-- input { [1, 2] } output { [4, 1] }
-- input { [7] } error: out of bounds
-- input { empty([0]i32) } output { empty([0]i32) }

entry clamped [n] (xs: [n]i32) (by: i64) : [n]i32 =
  tabulate n (\i -> xs[i64.max 0 (i64.min (n - 1) (i + by))])

entry clamped_by_branches [n] (xs: [n]i32) (by: i64) : [n]i32 =
  let clamp i = if i > n - 1 then n - 1 else if i < 0 then 0 else i
  in tabulate n (\i -> xs[clamp (i + by)])

entry wrapped [n] (xs: [n]i32) : [n]i32 =
  tabulate n (\i -> xs[(i + n - 1) % n] + xs[(i + 1) % n])

entry wrapped_by_branches [n] (xs: [n]i32) : [n]i32 =
  tabulate n (\i -> xs[if i == 0 then n - 1 else i - 1] + xs[if i == n - 1 then 0 else i + 1])

entry inner [n] (xs: [n]i32) : [n]i32 =
  tabulate n (\i -> if i == 0 || i == n - 1 then xs[i] else xs[i - 1] + xs[i + 1])

-- There is no second element to reflect at the first one, if there is only one.
entry reflected [n] (xs: [n]i32) : [n]i32 =
  tabulate n (\i -> xs[if i == 0 then 1 else i - 1] + (if i == n - 1 then 0 else xs[if i < n - 1 then i + 1 else i]))
