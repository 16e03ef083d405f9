-- K-means cluster sizes by a reduction with a vectorised operator: fully parallel, O(n k) work.
-- ==
-- input { 3i64 [0, 2, 2, 0, 2] } output { [2, 0, 3] }
-- input { 2i64 empty([0]i32) } output { [0, 0] }
-- input { 2i64 [0, 2] } error: out of bounds
def main [n] (k: i64) (membership: [n]i32) : [k]i32 =
  let increments =
    map (\cluster ->
           let increment = replicate k 0
           let increment[cluster] = 1
           in increment) membership
  in reduce (\x y -> map2 (+) x y) (replicate k 0) increments
