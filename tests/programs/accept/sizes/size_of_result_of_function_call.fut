-- Sizes that are function calls are equal when they are written alike.
def half (n: i64) = n / 2
def f [n] (xs: [n]i32) : [half n]i32 = take (half n) xs
def g [n] (xs: [n]i32) : [half n]i32 = map (+ 1) (f xs)
