-- Converting to a narrower float rounds once; to a wider one it is exact.
-- ==
-- input { 0.1f64 } output { 1036831949u32 11878u16 false }
-- input { 0.5f64 } output { 1056964608u32 14336u16 true }
def main (x: f64) = (f32.to_bits (f32.f64 x), f16.to_bits (f16.f64 x), f64.f32 (f32.f64 x) == x)
