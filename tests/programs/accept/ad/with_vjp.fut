-- A derivative of one's own.
def square (x: f64) = with_vjp (\x -> x * x) (\_res adj -> 2 * x * adj) x
