-- Division of floats by zero gives infinities and NaN, and never stops the program.
-- ==
-- entry: quotient
-- input { 1f32 0f32 } output { f32.inf }
-- input { -1f32 0f32 } output { -f32.inf }
-- input { 0f32 0f32 } output { f32.nan }
-- input { 7f32 2f32 } output { 3.5f32 }

-- ==
-- entry: of_negative_zero
-- input { } output { true }
entry quotient (x: f32) (y: f32) : f32 = x / y
entry of_negative_zero : bool = 1 / -0.0f64 == -f64.inf
