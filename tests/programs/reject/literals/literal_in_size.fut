-- Sizes are i64.
def f (xs: [99999999999999999999]i32) = xs
