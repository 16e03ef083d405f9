-- The usual ones.
def f [n] (xs: [n]i32) = (length xs, head xs, last xs, tail xs, init xs, take 2 xs, drop 2 xs, reverse xs, rotate 1 xs, null xs)
def g = (iota 3, replicate 3 true, [1] ++ [2], concat [1] [2], tabulate 3 (+ 1), tabulate_2d 2 3 (+))
def h [n] [m] (xss: [n][m]i32) = (transpose xss, flatten xss, map i32.sum xss)
