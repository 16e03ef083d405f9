-- Powers of floats, with fractional, negative and zero exponents.
-- ==
-- input { 2f32 0.5f32 } output { 1.4142135f32 }
-- input { 4f32 -1f32 } output { 0.25f32 }
-- input { 0f32 0f32 } output { 1f32 }
-- input { f32.nan 0f32 } output { 1f32 }
-- input { -8f32 0.3333f32 } output { f32.nan }
-- input { -2f32 3f32 } output { -8f32 }
def main (x: f32) (y: f32) : f32 = x ** y
