-- K-means cluster sizes by a loop with in-place updates: O(n) work, no parallelism.
-- ==
-- input { 3i64 [0, 2, 2, 0, 2] } output { [2, 0, 3] }
-- input { 2i64 empty([0]i32) } output { [0, 0] }
-- input { 2i64 [0, 2] } error: out of bounds
def main [n] (k: i64) (membership: [n]i32) : [k]i32 =
  loop counts = replicate k 0 for i < n do
    let cluster = membership[i]
    in counts with [cluster] = counts[cluster] + 1
