-- Recursion that goes deep on one side only.
-- ==
-- deep input { 40000i64 } output { 40000i64 }
-- input { 0i64 } output { 0i64 }
def down (n: i64) : i64 = if n <= 0 then 0 else 1 + down (n - 1) + down (0 - n)
entry main (n: i64) : i64 = down n
