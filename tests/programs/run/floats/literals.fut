-- Float literals: exponents, separators, suffixes, hexadecimal.
-- ==
-- input { } output { 1500f64 0.25f64 1234.5f32 3f64 -0.5f16 }
def main : (f64, f64, f32, f64, f16) = (1.5e3, 25e-2, 1_234.5, 0x1.8p1, -0.5f16)
