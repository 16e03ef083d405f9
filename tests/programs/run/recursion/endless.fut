-- A recursion without an end is a run-time error, not a crash.
-- ==
-- deep input { 0i64 } error: recursion
-- input { -1i64 } output { -1i64 }
def forever (n: i64) : i64 = if n < 0 then n else 1 + forever (n + 1)
def main (n: i64) : i64 = forever n
