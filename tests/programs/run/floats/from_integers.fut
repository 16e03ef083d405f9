-- Integers become the nearest float; the large ones are not all representable.
-- ==
-- entry: single
-- input { 16777217 } output { 16777216f32 }
-- input { 16777219 } output { 16777220f32 }
-- input { -3 } output { -3f32 }

-- ==
-- entry: unsigned
-- input { 18446744073709551615u64 } output { true }

-- ==
-- entry: exact
-- input { 9007199254740993i64 } output { 9007199254740992i64 }
entry single (x: i32) : f32 = f32.i32 x
entry unsigned (x: u64) : bool = f64.u64 x == 18446744073709551616
entry exact (x: i64) : i64 = f64.to_i64 (f64.i64 x)
