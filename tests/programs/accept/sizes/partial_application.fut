-- Sizes wait for the arguments that decide them.
def add [n] (xs: [n]i32) (ys: [n]i32) : [n]i32 = map2 (+) xs ys
def f [n] (xs: [n]i32) = let g = add xs in g xs
def h = map2 (+) [1, 2]
def a = h [3, 4]
