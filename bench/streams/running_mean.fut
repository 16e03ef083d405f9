-- Of each number, the mean of all up to it.
-- Floats within 8 ulps: numbers are added up in another order.
-- ==
-- entry: main
-- input { [1f64, 2f64, 6f64] } output { [1f64, 1.5f64, 3f64] }

-- ==
-- entry: in_memory
-- input { [1f64, 2f64, 6f64] } output { [1f64, 1.5f64, 3f64] }

def mean (i: i64, sum: f64) : f64 = sum / f64.i64 (i + 1)

entry main (xs: seq f64) : seq f64 = seq.map mean (seq.enumerate (seq.scan (+) 0 xs))

entry in_memory [n] (xs: [n]f64) : seq f64 =
  seq.of_array (map2 (\i sum -> mean (i, sum)) (iota n) (scan (+) 0 xs))
