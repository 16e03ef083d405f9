-- `:>` is checked when the program runs.
def f [n] (xs: [n]i32) (ys: []i32) : [n]i32 = map2 (+) xs (ys :> [n]i32)
def g (xs: []i32) (ys: []i32) = let n = length xs in zip (xs :> [n]i32) (ys :> [n]i32)
def h (n: i64) (xs: []i32) : [n]i32 = xs :> [n]i32
