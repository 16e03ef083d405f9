-- Two filters give two sizes.
def f (xs: []i32) = zip (filter (> 0) xs) (filter (< 0) xs)
