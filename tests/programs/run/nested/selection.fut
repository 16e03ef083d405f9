-- The k-th smallest element of each row.
-- ==
-- input { [[4, 17, 3, 18, 9, 17, 5], [18, 18], [6, 11, 3, 17, 2, 18, 1, 19, 6, 15, 17], [10, 14, 18, 14, 11, 9, 7], [7, 2, 18], [16, 15, 10, 14, 9], [2, 3, 16, 13, 5, 10, 4, 15, 13, 1]] [5, 0, 8, 4, 1, 2, 5] }
-- output { [17, 18, 17, 14, 7, 14, 10] }

def select [n] (k: i64) (xs: [n]i32) : i32 =
  let pivot = xs[n / 2]
  let less = filter (< pivot) xs
  let more = filter (> pivot) xs
  let l = length less
  let m = length more
  in if k < l
     then select k less
     else if k >= n - m
     then select (k - (n - m)) more
     else pivot

entry main [n] (rows: [n][?]i32) (ks: [n]i64) : [n]i32 = map2 (\row k -> select k row) rows ks
