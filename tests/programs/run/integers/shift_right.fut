-- `>>` copies the sign of signed numbers and brings in zeros for unsigned ones; `>>>` always brings in zeros.
-- ==
-- entry: signed
-- input { -128i8 3i8 } output { -16i8 16i8 }
-- input { -1i8 7i8 } output { -1i8 1i8 }
-- input { 127i8 3i8 } output { 15i8 15i8 }

-- ==
-- entry: unsigned
-- input { 128u8 3u8 } output { 16u8 16u8 }
-- input { 255u8 7u8 } output { 1u8 1u8 }

-- ==
-- entry: wide
-- input { -9223372036854775808i64 62i64 } output { -2i64 2i64 }
entry signed (x: i8) (n: i8) = (x >> n, x i8.>>> n)
entry unsigned (x: u8) (n: u8) = (x >> n, x u8.>>> n)
entry wide (x: i64) (n: i64) = (x >> n, x i64.>>> n)
