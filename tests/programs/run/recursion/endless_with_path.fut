-- Recursion without an end says where it was, also in threads of a GPU; what comes later is not disturbed by it.
-- ==
-- entry: maps
-- input { [2i64, 9i64] } output { [2i64, 9i64] }
-- deep input { [2i64, -3i64] } error: too deep\s+at .*with_path.fut:16:29-40\s+called from .*with_path.fut:16:29-40
-- input { [0i64, 30i64] } output { [0i64, 30i64] }

-- ==
-- entry: sums
-- input { [4i64, 5i64, 6i64] } output { 15i64 }
-- deep input { [4i64, -5i64, 6i64] } error: too deep\s+at .*with_path.fut:16:29-40\s+called from .*with_path.fut:16:29-40
-- input { [1i64] } output { 1i64 }

-- Ends for numbers that are not negative.
def down (n: i64) : i64 =
  if n == 0 then 0 else 1 + down (n - 1)

entry maps (ns: []i64) : []i64 = map down ns
entry sums (ns: []i64) : i64 = i64.sum (map down ns)
