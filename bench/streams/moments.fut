-- How many numbers there are, their mean and variance, the least and the largest.
-- Floats within 8 ulps: numbers are added up in another order.
-- ==
-- entry: main
-- input { [1f64, 2f64, 6f64] } output { 3i64 3f64 4.666666666666667f64 1f64 6f64 }

-- ==
-- entry: in_memory
-- input { [1f64, 2f64, 6f64] } output { 3i64 3f64 4.666666666666667f64 1f64 6f64 }

type sums = (i64, f64, f64, f64, f64)

def of_number (x: f64) : sums = (1, x, x * x, x, x)

def none : sums = (0, 0, 0, f64.inf, -f64.inf)

def add ((n1, s1, q1, a1, b1): sums) ((n2, s2, q2, a2, b2): sums) : sums =
  (n1 + n2, s1 + s2, q1 + q2, f64.min a1 a2, f64.max b1 b2)

def finish ((n, s, q, a, b): sums) : (i64, f64, f64, f64, f64) =
  let mean = s / f64.i64 n
  in (n, mean, q / f64.i64 n - mean * mean, a, b)

entry main (xs: seq f64) : (i64, f64, f64, f64, f64) =
  finish (seq.reduce add none (seq.map of_number xs))

entry in_memory [n] (xs: [n]f64) : (i64, f64, f64, f64, f64) =
  finish (reduce add none (map of_number xs))
