-- A function may return an array of a size that only it knows.
def positives [n] (xs: [n]i32) : ?[k].[k]i32 = filter (> 0) xs
def same_size (n: i64) : ?[k].([k]i64, [k]bool) = let m = n * 2 in (iota m, replicate m true)
def a = let (xs, ys) = same_size 3 in zip xs ys
