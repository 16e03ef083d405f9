-- The rows of two results are not known to match, even when one function made both.
def next [n] (xss: [n][?]f32) = map (map (+ 1)) xss
def f [n] (xss: [n][?]f32) (yss: [n][?]f32) =
  map2 (\xs ys -> f32.sum (map2 (*) xs ys)) (next xss) (next yss)
