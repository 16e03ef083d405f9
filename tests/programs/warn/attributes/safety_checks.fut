-- Where checks are left although none is wanted, and where none is left.
def middle (xs: []f32) (i: i64) = xs[i]

entry bounds (xs: []f32) (is: []i64) =
  #[warn(safety_checks)] map (\i -> xs[i]) is

entry called (xs: []f32) (is: []i64) =
  #[warn(safety_checks)] map (middle xs) is

entry divisor (n: i64) (m: i64) =
  #[warn(safety_checks)] (n / m)

entry safe [n] (xs: [n]f32) =
  #[warn(safety_checks)] map (\i -> xs[n - 1 - i]) (iota n)

entry constant_divisor (n: i64) =
  #[warn(safety_checks)] (n / 2)

entry promised (xs: []f32) (i: i64) =
  #[warn(safety_checks)] (#[unsafe] xs[i])
