-- A fused multiply-add rounds once: it finds what a product lost.
-- ==
-- input { 1.0000000000000002f64 } output { true true }
-- input { 1f64 } output { false true }
def main (x: f64) =
  let lost = f64.fma x x (-(x * x))
  in (lost == f64.epsilon * f64.epsilon, x * x - x * x == 0)
