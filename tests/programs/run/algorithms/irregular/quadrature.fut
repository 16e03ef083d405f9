-- Integrals by adaptive bisection; how many pieces there are differs by a factor of hundreds.
-- ==
-- input { empty([0]f64) }
-- output { empty([0]f64) empty([0]i64) }
-- input { [1.0f64] }
-- output { [1.570796326737004f64] [62i64] }
-- input { [0.0f64, 1.0f64, 1000.0f64, 25.0f64] }
-- output { [2.0f64, 1.570796326737004f64, 0.09734655013493033f64, 0.549360307182458f64] [1i64, 62i64, 126i64, 114i64]
-- }
def f (k: f64) (x: f64) : f64 = 1 / (1 + k * x * x)

def simpson (k: f64) (a: f64) (b: f64) : f64 = (b - a) / 6 * (f k a + 4 * f k ((a + b) / 2) + f k b)

def integral (k: f64) (a: f64) (b: f64) (depth: i64) : (f64, i64) =
  let middle = (a + b) / 2
  let whole = simpson k a b
  let parts = simpson k a middle + simpson k middle b
  in if depth == 0 || f64.abs (whole - parts) < 1e-9
     then (parts, 1)
     else let (l, i) = integral k a middle (depth - 1)
          let (r, j) = integral k middle b (depth - 1)
          in (l + r, i + j)

entry main [n] (ks: [n]f64) : ([n]f64, [n]i64) = unzip (map (\k -> integral k (-1) 1 20) ks)
