-- A mutual recursion without an end, inside of a map.
-- ==
-- input { [-1i64, -2i64] } output { [-1i64, -2i64] }
-- deep input { [-1i64, 3i64] } error: recursion
def ping (n: i64) : i64 = if n < 0 then n else 1 + pong n
def pong (n: i64) : i64 = 1 + ping n
def main (ns: []i64) : []i64 = map ping ns
