-- The size is unknown after a branch with different sizes.
def f [n] [m] (b: bool) (xs: [n]i32) (ys: [m]i32) : [n]i32 = if b then xs else ys
