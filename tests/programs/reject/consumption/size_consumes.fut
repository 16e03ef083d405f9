def first (xs: *[]i64) : i64 = xs[0]

def f (ns: *[]i64) (xs: [first ns]i32) : i64 = length xs
