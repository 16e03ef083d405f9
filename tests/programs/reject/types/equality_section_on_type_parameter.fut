-- Nor as a function.
def f [n] 'a (xs: [n]a) (ys: [n]a) : [n]bool = map2 (==) xs ys
