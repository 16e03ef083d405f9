-- Booleans become 0 and 1; every number but zero becomes true.
-- ==
-- entry: to_numbers
-- input { true } output { 1i8 1u64 1f32 }
-- input { false } output { 0i8 0u64 0f32 }

-- ==
-- entry: from_numbers
-- input { 0 256i64 0.5f64 } output { false true true }
-- input { -1 0i64 0f64 } output { true false false }
entry to_numbers (b: bool) = (i8.bool b, u64.bool b, f32.bool b)
entry from_numbers (x: i32) (y: i64) (z: f64) = (bool.i32 x, bool.i64 y, bool.f64 z)
