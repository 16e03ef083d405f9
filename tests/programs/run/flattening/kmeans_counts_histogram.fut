-- K-means cluster sizes as a histogram: parallel and O(n) work; what is out of range is ignored.
-- ==
-- input { 3i64 [0i64, 2i64, 2i64, 0i64, 2i64] } output { [2, 0, 3] }
-- input { 2i64 [0i64, 2i64] } output { [1, 0] }
def main [n] (k: i64) (membership: [n]i64) : [k]i32 = hist (+) 0 k membership (replicate n 1)
