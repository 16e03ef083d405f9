-- Values of the elementary functions at points where they are known.
-- Floats within 1 ulp: the C library does not round them exactly.
-- ==
-- input { } output { [2f64, 3f64, 1f64, 0f64, 3f64, 2f64, 0f64, -1f64, 0.7853981633974483f64, 5f64, 24f64, 1f64] }
def main : [12]f64 =
  [ f64.sqrt 4
  , f64.cbrt 27
  , f64.exp 0
  , f64.log 1
  , f64.log2 8
  , f64.log10 100
  , f64.sin 0
  , f64.cos f64.pi
  , f64.atan2 1 1
  , f64.hypot 3 4
  , f64.gamma 5
  , f64.tanh 100
  ]
