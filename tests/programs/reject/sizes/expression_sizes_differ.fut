-- n + 1 is not n.
def f [n] (xs: [n]i32) : [n]i32 = xs ++ [1]
