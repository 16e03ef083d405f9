-- Prelude functions on functions.
def a = uncurry (+) (1, 2)
def b = curry (\(x, y) -> x * y) 3 4
def c = flip (-) 1 2
def d = const 1 true
def e = id (+ 1) 2
