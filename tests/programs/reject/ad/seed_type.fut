-- The direction has the type of the argument.
def f (x: f64, y: f64) = x * y
def a = jvp f (3, 4) 1
