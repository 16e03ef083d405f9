-- And, or, exclusive or and complement.
-- ==
-- entry: binary
-- input { 12u8 10u8 } output { 8u8 14u8 6u8 }
-- input { 240u8 15u8 } output { 0u8 255u8 255u8 }

-- ==
-- entry: complement
-- input { 0i16 } output { -1i16 }
-- input { -32768i16 } output { 32767i16 }

-- ==
-- entry: complement_unsigned
-- input { 1u32 } output { 4294967294u32 }
entry binary (x: u8) (y: u8) = (x & y, x | y, x ^ y)
entry complement (x: i16) : i16 = !x
entry complement_unsigned (x: u32) : u32 = !x
