-- The product of two vectors.
-- ==
-- input { [1.0, 2.0] [3.0, 4.0] } output { 11.0 }
-- input { empty([0]f64) empty([0]f64) } output { 0.0 }
entry main [n] (v: [n]f64) (w: [n]f64) : f64 = f64.sum (map2 (*) v w)
