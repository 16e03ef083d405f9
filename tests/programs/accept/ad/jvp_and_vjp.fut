-- Derivatives of functions.
def f (x: f64) = x * x
def a = jvp f 3 1
def b = vjp f 3 1
def c = jvp2 f 3 1
def d = vjp2 f 3 1
