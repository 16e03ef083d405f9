-- Named function types.
type^ unary = i32 -> i32
type^ transform '^a = a -> a
def twice (f: unary) : unary = f >-> f
def lift (t: transform unary) (f: unary) (x: i32) = t f x
def a = lift twice (+ 1) 0
