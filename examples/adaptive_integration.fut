-- Integrals by Simpson's rule, with steps that become smaller where the function asks for it: an interval whose two
-- halves give something else than the whole is cut in two, recursively. Many integrals are computed at once, and each
-- is cut in other places.
--
-- The midpoint rule with 200000 equal steps, in another language, gives the expected values to eight digits.
-- Floats within 8 ulps: products and sums are rounded once in machine code.
-- Checklist: 55.
-- ==
-- input { empty([0]i32) empty([0]f64) empty([0]f64) } output { empty([0]f64) }
-- input { [0, 1, 2, 3, 0] [-1f64, 0f64, -1f64, 0f64, 0.5f64] [1f64, 2f64, 1f64, 2f64, 4f64] }
-- output { [29.422553486114193f64, 0.08334690308005757f64, 1.333333333034529f64, 4f64, 1.724007662366125f64] }
def function (kind: i32) (x: f64) : f64 =
  match kind
  case 0 -> 1 / (0.01 + x * x)
  case 1 -> f64.sin (20 * x)
  case 2 -> f64.sqrt (f64.abs x)
  case _ -> x * x * x

def simpson (kind: i32) (low: f64) (high: f64) : f64 =
  let middle = (low + high) / 2
  in (high - low) / 6 * (function kind low + 4 * function kind middle + function kind high)

def integral (kind: i32) (tolerance: f64) (depth: i32) (low: f64) (high: f64) : f64 =
  let middle = (low + high) / 2
  let whole = simpson kind low high
  let halves = simpson kind low middle + simpson kind middle high
  in if depth == 0 || (depth < 26 && f64.abs (halves - whole) < 15 * tolerance)
     then halves + (halves - whole) / 15
     else f64.sum (map2 (integral kind (tolerance / 2) (depth - 1)) [low, middle] [middle, high])

entry main [n] (kinds: [n]i32) (lows: [n]f64) (highs: [n]f64) : [n]f64 =
  map3 (\k -> integral k 1e-7 30) kinds lows highs
