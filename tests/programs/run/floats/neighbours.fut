-- The next representable number, scaling by powers of two, copying a sign.
-- ==
-- input { } output { 1065353217u32 1065353215u32 12f64 -3f64 true }
def main =
  ( f32.to_bits (f32.nextafter 1 2)
  , f32.to_bits (f32.nextafter 1 0)
  , f64.ldexp 3 2
  , f64.copysign 3 (-0.0)
  , f64.isnan (f64.copysign f64.nan (-1))
  )
