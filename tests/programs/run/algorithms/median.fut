-- The k-th smallest number by counting, for each candidate.
-- ==
-- input { [7, 1, 5, 3, 5] 2i64 } output { 5 }
-- input { [7, 1, 5, 3, 5] 0i64 } output { 1 }
-- input { [7, 1, 5, 3, 5] 5i64 } error: out of bounds
def main (xs: []i32) (k: i64) : i32 =
  let rank x = i64.sum (map (\y -> i64.bool (y < x)) xs)
  let same x = i64.sum (map (\y -> i64.bool (y == x)) xs)
  let candidates = filter (\x -> rank x <= k && k < rank x + same x) xs
  in candidates[0]
