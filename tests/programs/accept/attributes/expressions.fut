-- Before expressions; they bind loosest.
def a (xs: []i32) = #[unsafe] xs[0] + xs[1]
def b (xs: []i32) = #[sequential] map (+ 1) (#[sequential_inner] map (* 2) xs)
def c (xs: []i32) = #[sequential_outer] map (+ 1) xs
def d (n: i32) = #[unroll] loop x = 0 for i < n do x + i
def e (x: i32) = #[opaque] (x + 1)
def f (x: i32) = #[trace] x
def g (x: i32) = #[trace(tag)] x
def h (x: i32) = #[break] x
def i (xss: [][]i32) = #[flattening(only_inner)] map (map (+ 1)) xss
def j (xs: []i32) (i: i64) = #[warn(safety_checks)] xs[i]
def k (x: i64) = #[param(block)] x
def l (n: i64) : [n]i32 = #[scratch] replicate n 0
def m (n: i64) : [n]i32 = #[blank] replicate n 0
