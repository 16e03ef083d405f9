-- Will not be allowed for ever, but for irregular arrays and their rows, which may differ in length.
def f [n] (xs: [n]i32) (ys: [n]i32) = xs == ys
def g [n] (xss: [n][?]i32) (yss: [n][?]i32) = (xss == yss, map2 (\xs ys -> xs != ys) xss yss, map2 (==) xss yss)
