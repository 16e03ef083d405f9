-- Adaptive integration of several intervals.
-- ==
-- input { [0.0, -2.0, 1.0, 0.0] [1.0, 3.0, 1.0, 10.0] }
-- output { [1.0194518439391753, 2.3533509293965507, 0.0, 1.6942113967177204] }

def f (x: f64) : f64 = f64.exp (-x * x) * f64.sin (5 * x) + 1 / (1 + x * x)

def simpson (a: f64) (b: f64) : f64 = (b - a) / 6 * (f a + 4 * f ((a + b) / 2) + f b)

def integrate (a: f64) (b: f64) (whole: f64) (eps: f64) (depth: i32) : f64 =
  let m = (a + b) / 2
  let left = simpson a m
  let right = simpson m b
  in if depth == 0 || f64.abs (left + right - whole) <= 15 * eps
     then left + right
     else integrate a m left (eps / 2) (depth - 1) + integrate m b right (eps / 2) (depth - 1)

entry main [n] (as: [n]f64) (bs: [n]f64) : [n]f64 =
  map2 (\a b -> integrate a b (simpson a b) 1e-9 12) as bs
