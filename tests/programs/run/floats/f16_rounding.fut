-- f16 has 11 bits of precision, ties go to even, and 65520 is too large.
-- ==
-- entry: add
-- input { 2048f32 1f32 } output { 2048f32 }
-- input { 2050f32 1f32 } output { 2052f32 }
-- input { 65504f32 8f32 } output { 65504f32 }
-- input { 65504f32 32f32 } output { f32.inf }

-- ==
-- entry: bits
-- input { 1f32 } output { 15360u16 }
-- input { -0.1f32 } output { 44646u16 }
-- input { 65519f32 } output { 31743u16 }
-- input { 65520f32 } output { 31744u16 }
-- input { 5.9604645e-8f32 } output { 1u16 }
-- input { 2.9802322e-8f32 } output { 0u16 }
entry add (x: f32) (y: f32) : f32 = f32.f16 (f16.f32 x + f16.f32 y)
entry bits (x: f32) : u16 = f16.to_bits (f16.f32 x)
