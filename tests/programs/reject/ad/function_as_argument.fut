-- There is no derivative with respect to a function.
def f (g: f64 -> f64) = g 1
def a = jvp f (\x -> x) (\x -> x)
