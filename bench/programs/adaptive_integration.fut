-- Integrals by Simpson's rule, with steps that become smaller where the function asks for it.
-- Floats within 8 ulps: products and sums are rounded once in machine code.
-- ==
-- nobench input { [0, 3] [-1f64, 0f64] [1f64, 2f64] } output { [29.422553486114193f64, 4f64] }
-- "20000 integrals" compiled script input { data 20000i64 }
module example = import "../../examples/adaptive_integration"

entry main [n] (kinds: [n]i32) (lows: [n]f64) (highs: [n]f64) : [n]f64 =
  example.main kinds lows highs

entry data (n: i64) : ([n]i32, [n]f64, [n]f64) =
  (map (\i -> i32.i64 (i % 4)) (iota n),
   map (\i -> -1 - f64.i64 (i % 10)) (iota n),
   map (\i -> f64.i64 (i % 7)) (iota n))
