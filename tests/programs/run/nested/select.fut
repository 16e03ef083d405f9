-- The k-th smallest element of each row, by recursion into one of three parts.
-- Expected values are from sorting, in another language.
-- ==
-- entry: kth
-- input { empty([0]i64) empty([0][?]i32) } output { empty([0]i32) }
-- input { [0i64, 2i64, 1i64] [[5], [3, 1, 2], [9, 9]] } output { [5, 3, 9] }

-- ==
-- entry: medians
-- input { empty([0][?]i32) } output { empty([0]i32) }
-- input { [[-2, 25, 5, 24, 29], [19], [], [-1, -2, 2, 24, 7, -18, -19, 21, 2, 0, 10, 9], [20, -19, -24], [-2, -11]] }
-- output { [24, 19, 0, 2, -19, -2] }
def select [n] (k: i64) (xs: [n]i32) : i32 =
  let pivot = xs[n / 2]
  let less = filter (< pivot) xs
  let greater = filter (> pivot) xs
  let equal = n - length less - length greater
  in if k < length less
     then select k less
     else if k < length less + equal
     then pivot
     else select (k - length less - equal) greater

entry kth [n] (ks: [n]i64) (xss: [n][?]i32) : [n]i32 = map2 select ks xss

entry medians [n] (xss: [n][?]i32) : [n]i32 =
  map (\xs -> if null xs then 0 else select (length xs / 2) xs) xss
