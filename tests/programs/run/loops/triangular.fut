-- Inner sequences of different lengths in a sequential loop.
-- ==
-- input { 4i64 } output { [0i64, 0i64, 1i64, 0i64, 1i64, 2i64, 0i64, 1i64, 2i64, 3i64] }
def main (n: i64) : []i64 = loop xs = [] for i < n do xs ++ iota (i + 1)
