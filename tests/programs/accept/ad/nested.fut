-- Derivatives of derivatives.
def f (x: f64) = x * x * x
def f' (x: f64) = vjp f x 1
def f'' (x: f64) = jvp f' x 1
