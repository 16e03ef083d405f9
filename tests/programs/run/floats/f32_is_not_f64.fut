-- f32 arithmetic rounds every result to 24 bits.
-- ==
-- entry: single
-- input { 16777216f32 1f32 } output { true }

-- ==
-- entry: double
-- input { 16777216f64 1f64 } output { false }

-- ==
-- entry: bits
-- input { 0.1f32 0.2f32 } output { 1050253722u32 }
entry single (x: f32) (y: f32) : bool = x + y == x
entry double (x: f64) (y: f64) : bool = x + y == x
entry bits (x: f32) (y: f32) : u32 = f32.to_bits (x + y)
