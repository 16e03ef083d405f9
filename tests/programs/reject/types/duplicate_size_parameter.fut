-- Sizes too.
def f [n] [n] (xs: [n]i32) = n
