-- Minimum and maximum prefer a number to a NaN.
-- ==
-- input { f32.nan 1f32 } output { 1f32 1f32 }
-- input { 1f32 f32.nan } output { 1f32 1f32 }
-- input { f32.nan f32.nan } output { f32.nan f32.nan }
-- input { -f32.inf f32.inf } output { -f32.inf f32.inf }
def main (x: f32) (y: f32) = (f32.min x y, f32.max x y)
