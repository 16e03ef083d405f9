-- Infinities and NaN are read and written, alone and in arrays.
-- ==
-- input { [f32.inf, -f32.inf, f32.nan, -0f32] f64.nan -f64.inf }
-- output { [f32.inf, -f32.inf, f32.nan, 0f32] f64.nan -f64.inf true }
def main (xs: []f32) (y: f64) (z: f64) = (xs, y, z, 1 / xs[3] == -f32.inf)
