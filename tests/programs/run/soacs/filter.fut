-- Filters: some, all, none; of tuples; in sequence.
-- ==
-- input { [5, 2, 8, 1] 3 } output { [5, 8] [2, 1] [0i64, 2i64] }
-- input { [5, 2, 8, 1] 0 } output { [5, 2, 8, 1] empty([0]i32) [0i64, 1i64, 2i64, 3i64] }
-- input { [5, 2, 8, 1] 9 } output { empty([0]i32) [5, 2, 8, 1] empty([0]i64) }
-- input { empty([0]i32) 1 } output { empty([0]i32) empty([0]i32) empty([0]i64) }
def main [n] (xs: [n]i32) (k: i32) =
  (filter (> k) xs, filter (<= k) xs, map (.1) (filter (\(x, _) -> x > k) (zip xs (iota n))))
