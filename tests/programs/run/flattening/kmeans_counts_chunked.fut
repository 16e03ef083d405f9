-- K-means cluster sizes in chunks: each chunk is counted by a loop, and the counts of chunks are added up.
-- ==
-- input { 3i64 2i64 [0, 2, 2, 0, 2, 1] } output { [2, 1, 3] }
-- input { 3i64 6i64 [0, 2, 2, 0, 2, 1] } output { [2, 1, 3] }
-- input { 2i64 1i64 empty([0]i32) } output { [0, 0] }
def count [m] (k: i64) (chunk: [m]i32) : [k]i32 =
  loop counts = replicate k 0 for cluster in chunk do counts with [cluster] = counts[cluster] + 1

def main [n] (k: i64) (chunk_size: i64) (membership: [n]i32) : [k]i32 =
  let chunks = n / chunk_size
  in reduce (map2 (+))
            (replicate k 0)
            (map (count k) (unflatten (membership :> [chunks * chunk_size]i32)))
