-- The result mentions parameters.
def zeros (n: i64) : [n]i32 = replicate n 0
def grid (n: i64) (m: i64) : [n][m]i64 = map (\i -> map (+ i) (iota m)) (iota n)
def f (k: i64) = map2 (+) (zeros k) (zeros k)
