-- Population count, leading and trailing zeros, for zero too.
-- ==
-- entry: small
-- input { 0u8 } output { 0 8 8 }
-- input { 1u8 } output { 1 7 0 }
-- input { 128u8 } output { 1 0 7 }
-- input { 40u8 } output { 2 2 3 }

-- ==
-- entry: large
-- input { -1i64 } output { 64 0 0 }
-- input { 0i64 } output { 0 64 64 }
-- input { 4294967296i64 } output { 1 31 32 }
entry small (x: u8) = (u8.popc x, u8.clz x, u8.ctz x)
entry large (x: i64) = (i64.popc x, i64.clz x, i64.ctz x)
