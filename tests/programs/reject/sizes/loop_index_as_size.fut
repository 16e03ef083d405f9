-- The index changes from iteration to iteration: the parameter cannot be that long.
def f (n: i64) = loop best = iota n for i < n do map2 (+) best (iota i)
