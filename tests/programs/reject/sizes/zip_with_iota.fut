-- iota of something else.
def f [n] (xs: [n]i32) (k: i64) = zip xs (iota k)
