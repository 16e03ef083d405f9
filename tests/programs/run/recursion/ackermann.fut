-- Deeply nested calls of small depth.
-- ==
-- input { 2i64 3i64 } output { 9i64 }
-- input { 3i64 3i64 } output { 61i64 }
-- input { 0i64 5i64 } output { 6i64 }
def ackermann (m: i64) (n: i64) : i64 =
  if m == 0
  then n + 1
  else if n == 0
  then ackermann (m - 1) 1
  else ackermann (m - 1) (ackermann m (n - 1))

def main (m: i64) (n: i64) : i64 = ackermann m n
