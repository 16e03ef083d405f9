-- Rounding of quotients in narrow types; nothing is computed wider than it is.
-- ==
-- entry: signed
-- input { -128i8 3i8 } output { -43i8 1i8 -42i8 -2i8 }
-- input { 127i8 -128i8 } output { -1i8 -1i8 0i8 127i8 }

-- ==
-- entry: unsigned
-- input { 255u8 2u8 } output { 127u8 1u8 127u8 1u8 }
-- input { 128u8 255u8 } output { 0u8 128u8 0u8 128u8 }
entry signed (x: i8) (y: i8) = (x / y, x % y, x // y, x %% y)
entry unsigned (x: u8) (y: u8) = (x / y, x % y, x // y, x %% y)
