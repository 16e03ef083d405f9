-- What is left open at the top level becomes a type parameter.
def fst2 (x, _y) = x
def flip f x y = f y x
def twice f x = f (f x)
def a = (fst2 (1, true), fst2 (true, 1), twice (+ 1) 0, twice not true, flip (-) 1 2)
