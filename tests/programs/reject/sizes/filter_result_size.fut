-- A filter does not keep the size.
def f [n] (xs: [n]i32) : [n]i32 = filter (> 0) xs
