-- Every kind of integer division by zero, and none of floats.
-- ==
-- entry: quotient
-- input { 1 0 } error: division by zero

-- ==
-- entry: remainder
-- input { 1u8 0u8 } error: division by zero

-- ==
-- entry: truncating
-- input { 1i64 0i64 } error: division by zero
-- input { 7i64 -2i64 } output { -3i64 }

-- ==
-- entry: truncating_remainder
-- input { 1i16 0i16 } error: division by zero

-- ==
-- entry: float
-- input { 1f32 0f32 } output { f32.inf }
entry quotient (x: i32) (y: i32) : i32 = x / y
entry remainder (x: u8) (y: u8) : u8 = x % y
entry truncating (x: i64) (y: i64) : i64 = x // y
entry truncating_remainder (x: i16) (y: i16) : i16 = x %% y
entry float (x: f32) (y: f32) : f32 = x / y
