-- The upper half of a product, signed and unsigned.
-- ==
-- entry: bytes
-- input { 200u8 200u8 } output { 156u8 }
-- input { 15u8 17u8 } output { 0u8 }

-- ==
-- entry: signed_bytes
-- input { -128i8 -128i8 } output { 64i8 }
-- input { -1i8 1i8 } output { -1i8 }

-- ==
-- entry: words
-- input { 18446744073709551615u64 18446744073709551615u64 } output { 18446744073709551614u64 }
-- input { 4294967296u64 4294967296u64 } output { 1u64 }

-- ==
-- entry: with_sum
-- input { 65536u32 65536u32 5u32 } output { 6u32 }
entry bytes (x: u8) (y: u8) : u8 = u8.mul_hi x y
entry signed_bytes (x: i8) (y: i8) : i8 = i8.mul_hi x y
entry words (x: u64) (y: u64) : u64 = u64.mul_hi x y
entry with_sum (x: u32) (y: u32) (z: u32) : u32 = u32.mad_hi x y z
