-- Sizes of arguments show in results.
def f (n: i64) : [n]i64 = iota n
def g (n: i64) : [n](i64, bool) = zip (iota n) (replicate n true)
def h [n] (xs: [n]i32) : [n](i64, i32) = zip (iota n) xs
