-- The size says three, the coercion is not written.
def f [n] (xs: [n]i32) : [3]i32 = take n xs
