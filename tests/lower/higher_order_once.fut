-- Functions that take functions are specialised for them. The first use stands where it is used, and a second one in the
-- same function calls a function made for it.
def integrate (f: f64 -> f64) (from: f64) (to: f64): f64 =
  let steps = 100
  let width = (to - from) / f64.i64 steps
  in loop sum = 0 for i < steps do sum + width * f (from + width * f64.i64 i)

def square (x: f64): f64 = x * x

entry main (a: f64) = integrate square 0 a + integrate square a 10 + integrate f64.sin 0 a
