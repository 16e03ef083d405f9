-- Maps of several arrays, histograms, scatters.
def a [n] (xs: [n]i32) (ys: [n]f32) (zs: [n]bool) = map3 (\x y z -> if z then f32.i32 x else y) xs ys zs
def b [n] (xs: [n]i32) = map4 (\a b c d -> a + b + c + d) xs xs xs xs
def c [n] (xs: [n]i32) = map5 (\a b c d e -> a + b + c + d + e) xs xs xs xs xs
def d [n] (is: [n]i64) (xs: [n]i32) : [10]i32 = hist (+) 0 10 is xs
def e [n] (is: [n]i64) (xs: [n]i32) : [10]i32 = spread 10 0 is xs
def f [n] (is: [n](i64, i64)) (xs: [n]i32) = scatter_2d (replicate 2 (replicate 2 0)) is xs
def g (xs: []i32) = (any (> 0) xs, all (> 0) xs)
def h (xs: []i32) = partition2 (< 0) (> 0) xs
def i (xs: []i32) = reduce_comm (+) 0 xs
