-- Signed and unsigned comparison of the same bits differ.
-- ==
-- entry: signed
-- input { -1i8 1i8 } output { -1i8 1i8 }
-- input { -128i8 127i8 } output { -128i8 127i8 }

-- ==
-- entry: unsigned
-- input { 255u8 1u8 } output { 1u8 255u8 }

-- ==
-- entry: bounds
-- input { } output { -128i8 127i8 0u16 65535u16 -9223372036854775808i64 18446744073709551615u64 }
entry signed (x: i8) (y: i8) = (i8.min x y, i8.max x y)
entry unsigned (x: u8) (y: u8) = (u8.min x y, u8.max x y)
entry bounds = (i8.lowest, i8.highest, u16.lowest, u16.highest, i64.lowest, u64.highest)
