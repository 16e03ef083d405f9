-- Interpolation, fractions, reciprocals, angles in half turns.
-- ==
-- input { } output { 2.5f64 0.75f64 0.25f64 1f64 0f64 0.5f64 }
def main =
  ( f64.lerp 2 4 0.25
  , f64.from_fraction 3 4
  , f64.recip 4
  , f64.sinpi 0.5
  , f64.cospi 0.5
  , f64.acospi 0
  )
