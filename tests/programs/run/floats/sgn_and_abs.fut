-- Magnitude and sign of floats.
-- ==
-- input { -2.5f32 } output { 2.5f32 -1f32 }
-- input { 0f32 } output { 0f32 0f32 }
-- input { f32.inf } output { f32.inf 1f32 }
-- input { -f32.inf } output { f32.inf -1f32 }
def main (x: f32) = (f32.abs x, f32.sgn x)
