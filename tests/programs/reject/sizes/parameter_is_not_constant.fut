-- n may be something else than three.
def f [n] (xs: [n]i32) : [3]i32 = xs
