-- Sizes are i64.
def f (n: i32) (xs: [n]i32) = xs
