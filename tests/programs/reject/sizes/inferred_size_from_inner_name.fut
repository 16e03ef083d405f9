-- Even when nobody wrote it.
def f (x: i64, _y: i64) (xs: []bool) = zip xs (iota x)
