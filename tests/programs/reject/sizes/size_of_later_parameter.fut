-- The size of xs is fixed before n is known.
def f (xs: []i32) (n: i64) = zip (iota n) xs
