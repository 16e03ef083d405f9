-- Negative zero equals zero, but has another representation.
-- ==
-- input { } output { true 2147483648u32 0u32 true }
def main =
  let z = -0.0f32
  in (z == 0, f32.to_bits z, f32.to_bits (z + 0), 1 / z == -f32.inf)
