-- The result has a size of its own.
def f (xs: []i32) = filter (> 0) xs
def g (xs: []i32) = let ys = filter (> 0) xs in map2 (+) ys (reverse ys)
def h (xs: []i32) : i64 = length (filter (> 0) xs)
