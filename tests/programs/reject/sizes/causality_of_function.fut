-- n is needed before the filter has made it.
def f [n] (g: [n]i32 -> i32) : i64 = n + i64.i32 (g (replicate n 0))
def a (xs: []i32) = f (\(ys: []i32) -> i32.sum (map2 (+) ys (filter (> 0) xs)))
