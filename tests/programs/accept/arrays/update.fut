-- In place.
def f (xs: *[]i32) = xs with [0] = 1
def g (xs: *[][]i32) = xs with [0, 1] = 2
def h [n] (xs: *[][n]i32) (ys: [n]i32) = xs with [0] = ys
def i (n: i64) = let xs = replicate n 0i32 let xs[0] = 1 in xs
def j (xs: *[]i32) = xs with [0:3] = [1, 2, 3]
