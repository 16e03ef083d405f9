-- Numbers below the normal range are not flushed to zero.
-- ==
-- entry: single
-- input { 1u32 } output { true }

-- ==
-- entry: halved
-- input { } output { 4194304u32 0u64 }
entry single (b: u32) : bool = f32.from_bits b > 0
entry halved = (f32.to_bits (f32.from_bits 0x800000 / 2), f64.to_bits (f64.from_bits 1 / 4))
