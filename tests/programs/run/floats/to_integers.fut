-- Floats become integers by dropping the fraction.
-- ==
-- input { 2.9f64 } output { 2 2i8 2u64 2i64 }
-- input { -2.9f64 } output { -2 -2i8 18446744073709551614u64 -2i64 }
-- input { 0.999f64 } output { 0 0i8 0u64 0i64 }
def main (x: f64) = (i32.f64 x, i8.f64 x, u64.i64 (i64.f64 x), f64.to_i64 x)
