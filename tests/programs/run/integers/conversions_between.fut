-- Conversions between integers: sign extension, truncation, and zero extension to unsigned types of signed ones.
-- ==
-- entry: from_i8
-- input { -1i8 } output { -1i16 -1i32 -1i64 255u8 }
-- input { -128i8 } output { -128i16 -128i32 -128i64 128u8 }

-- ==
-- entry: from_u8
-- input { 255u8 } output { -1i8 255i16 255u32 255i64 }

-- ==
-- entry: narrowing
-- input { 4294967295i64 } output { -1 4294967295u32 -1i16 255u8 }
-- input { -4294967168i64 } output { 128 128u32 128i16 128u8 }
entry from_i8 (x: i8) = (i16.i8 x, i32.i8 x, i64.i8 x, u8.i8 x)
entry from_u8 (x: u8) = (i8.u8 x, i16.u8 x, u32.u8 x, i64.u8 x)
entry narrowing (x: i64) = (i32.i64 x, u32.i64 x, i16.i64 x, u8.i64 x)
