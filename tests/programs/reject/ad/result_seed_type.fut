-- The seed of vjp has the type of the result.
def f (x: f64) = (x, x)
def a = vjp f 3 1
