-- The size may be returned with the array.
def f (xs: []i32) : ?[k].(i64, [k]i32) = let ys = filter (> 0) xs in (length ys, ys)
