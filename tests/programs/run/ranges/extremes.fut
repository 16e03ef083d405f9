-- Ranges whose ends and steps are at the ends of their types. How many elements there are is counted in 64 bits; one that
-- has more than an i64 can count is invalid.

-- ==
-- entry: up_i8
-- input { -128i8 127i8 } output { 255i64 }
-- input { 127i8 -128i8 } error: is invalid
-- input { 127i8 127i8 } output { 0i64 }
-- input { -128i8 -128i8 } output { 0i64 }
entry up_i8 (a: i8) (b: i8) = length (a..<b)

-- ==
-- entry: up_by_i8
-- input { -128i8 -127i8 127i8 } output { 255i64 }
-- input { -128i8 127i8 127i8 } output { 1i64 }
-- input { -128i8 63i8 127i8 } output { 2i64 }
-- input { 0i8 127i8 127i8 } output { 1i64 }
-- input { 127i8 -128i8 -128i8 } error: is invalid
entry up_by_i8 (a: i8) (s: i8) (b: i8) = length (a..s..<b)

-- ==
-- entry: to_i8
-- input { -128i8 127i8 } output { 256i64 }
-- input { 127i8 -128i8 } error: is invalid
-- input { 127i8 127i8 } output { 1i64 }
-- input { -128i8 -128i8 } output { 1i64 }
entry to_i8 (a: i8) (b: i8) = length (a...b)

-- ==
-- entry: to_by_i8
-- input { -128i8 -127i8 127i8 } output { 256i64 }
-- input { -128i8 127i8 127i8 } output { 2i64 }
-- input { -128i8 63i8 127i8 } output { 2i64 }
-- input { 0i8 127i8 127i8 } output { 2i64 }
-- input { 127i8 -128i8 -128i8 } output { 2i64 }
entry to_by_i8 (a: i8) (s: i8) (b: i8) = length (a..s...b)

-- ==
-- entry: down_i8
-- input { 127i8 -128i8 } output { 255i64 }
-- input { -128i8 127i8 } error: is invalid
-- input { -128i8 -128i8 } output { 0i64 }
entry down_i8 (a: i8) (b: i8) = length (a..>b)

-- ==
-- entry: down_by_i8
-- input { -128i8 127i8 127i8 } error: is invalid
-- input { 127i8 -128i8 -128i8 } output { 1i64 }
-- input { 127i8 126i8 -128i8 } output { 255i64 }
-- input { 127i8 63i8 -128i8 } output { 4i64 }
entry down_by_i8 (a: i8) (s: i8) (b: i8) = length (a..s..>b)

-- ==
-- entry: up_i16
-- input { -32768i16 32767i16 } output { 65535i64 }
-- input { 32767i16 -32768i16 } error: is invalid
-- input { 32767i16 32767i16 } output { 0i64 }
-- input { -32768i16 -32768i16 } output { 0i64 }
entry up_i16 (a: i16) (b: i16) = length (a..<b)

-- ==
-- entry: up_by_i16
-- input { -32768i16 -32767i16 32767i16 } output { 65535i64 }
-- input { -32768i16 16383i16 32767i16 } output { 2i64 }
-- input { -32768i16 32767i16 32767i16 } output { 1i64 }
-- input { 0i16 32767i16 32767i16 } output { 1i64 }
-- input { 32767i16 -32768i16 -32768i16 } error: is invalid
entry up_by_i16 (a: i16) (s: i16) (b: i16) = length (a..s..<b)

-- ==
-- entry: to_i16
-- input { -32768i16 32767i16 } output { 65536i64 }
-- input { 32767i16 -32768i16 } error: is invalid
-- input { 32767i16 32767i16 } output { 1i64 }
-- input { -32768i16 -32768i16 } output { 1i64 }
entry to_i16 (a: i16) (b: i16) = length (a...b)

-- ==
-- entry: to_by_i16
-- input { -32768i16 -32767i16 32767i16 } output { 65536i64 }
-- input { -32768i16 16383i16 32767i16 } output { 2i64 }
-- input { -32768i16 32767i16 32767i16 } output { 2i64 }
-- input { 0i16 32767i16 32767i16 } output { 2i64 }
-- input { 32767i16 -32768i16 -32768i16 } output { 2i64 }
entry to_by_i16 (a: i16) (s: i16) (b: i16) = length (a..s...b)

-- ==
-- entry: down_i16
-- input { 32767i16 -32768i16 } output { 65535i64 }
-- input { -32768i16 32767i16 } error: is invalid
-- input { -32768i16 -32768i16 } output { 0i64 }
entry down_i16 (a: i16) (b: i16) = length (a..>b)

-- ==
-- entry: down_by_i16
-- input { -32768i16 32767i16 32767i16 } error: is invalid
-- input { 32767i16 -32768i16 -32768i16 } output { 1i64 }
-- input { 32767i16 16383i16 -32768i16 } output { 4i64 }
-- input { 32767i16 32766i16 -32768i16 } output { 65535i64 }
entry down_by_i16 (a: i16) (s: i16) (b: i16) = length (a..s..>b)

-- ==
-- entry: up_i32
-- input { -2147483648i32 2147483647i32 } output { 4294967295i64 }
-- input { 2147483647i32 -2147483648i32 } error: is invalid
-- input { 2147483647i32 2147483647i32 } output { 0i64 }
-- input { -2147483648i32 -2147483648i32 } output { 0i64 }
entry up_i32 (a: i32) (b: i32) = length (a..<b)

-- ==
-- entry: up_by_i32
-- input { -2147483648i32 -2147483647i32 2147483647i32 } output { 4294967295i64 }
-- input { -2147483648i32 1073741823i32 2147483647i32 } output { 2i64 }
-- input { -2147483648i32 2147483647i32 2147483647i32 } output { 1i64 }
-- input { 0i32 2147483647i32 2147483647i32 } output { 1i64 }
-- input { 2147483647i32 -2147483648i32 -2147483648i32 } error: is invalid
entry up_by_i32 (a: i32) (s: i32) (b: i32) = length (a..s..<b)

-- ==
-- entry: to_i32
-- input { -2147483648i32 2147483647i32 } output { 4294967296i64 }
-- input { 2147483647i32 -2147483648i32 } error: is invalid
-- input { 2147483647i32 2147483647i32 } output { 1i64 }
-- input { -2147483648i32 -2147483648i32 } output { 1i64 }
entry to_i32 (a: i32) (b: i32) = length (a...b)

-- ==
-- entry: to_by_i32
-- input { -2147483648i32 -2147483647i32 2147483647i32 } output { 4294967296i64 }
-- input { -2147483648i32 1073741823i32 2147483647i32 } output { 2i64 }
-- input { -2147483648i32 2147483647i32 2147483647i32 } output { 2i64 }
-- input { 0i32 2147483647i32 2147483647i32 } output { 2i64 }
-- input { 2147483647i32 -2147483648i32 -2147483648i32 } output { 2i64 }
entry to_by_i32 (a: i32) (s: i32) (b: i32) = length (a..s...b)

-- ==
-- entry: down_i32
-- input { 2147483647i32 -2147483648i32 } output { 4294967295i64 }
-- input { -2147483648i32 2147483647i32 } error: is invalid
-- input { -2147483648i32 -2147483648i32 } output { 0i64 }
entry down_i32 (a: i32) (b: i32) = length (a..>b)

-- ==
-- entry: down_by_i32
-- input { -2147483648i32 2147483647i32 2147483647i32 } error: is invalid
-- input { 2147483647i32 -2147483648i32 -2147483648i32 } output { 1i64 }
-- input { 2147483647i32 1073741823i32 -2147483648i32 } output { 4i64 }
-- input { 2147483647i32 2147483646i32 -2147483648i32 } output { 4294967295i64 }
entry down_by_i32 (a: i32) (s: i32) (b: i32) = length (a..s..>b)

-- ==
-- entry: up_u8
-- input { 0u8 255u8 } output { 255i64 }
-- input { 255u8 0u8 } error: is invalid
-- input { 255u8 255u8 } output { 0i64 }
-- input { 0u8 0u8 } output { 0i64 }
entry up_u8 (a: u8) (b: u8) = length (a..<b)

-- ==
-- entry: up_by_u8
-- input { 0u8 127u8 255u8 } output { 3i64 }
-- input { 0u8 1u8 255u8 } output { 255i64 }
-- input { 0u8 255u8 255u8 } output { 1i64 }
-- input { 255u8 0u8 0u8 } error: is invalid
entry up_by_u8 (a: u8) (s: u8) (b: u8) = length (a..s..<b)

-- ==
-- entry: to_u8
-- input { 0u8 255u8 } output { 256i64 }
-- input { 255u8 0u8 } error: is invalid
-- input { 255u8 255u8 } output { 1i64 }
-- input { 0u8 0u8 } output { 1i64 }
entry to_u8 (a: u8) (b: u8) = length (a...b)

-- ==
-- entry: to_by_u8
-- input { 0u8 127u8 255u8 } output { 3i64 }
-- input { 0u8 1u8 255u8 } output { 256i64 }
-- input { 0u8 255u8 255u8 } output { 2i64 }
-- input { 255u8 0u8 0u8 } output { 2i64 }
entry to_by_u8 (a: u8) (s: u8) (b: u8) = length (a..s...b)

-- ==
-- entry: down_u8
-- input { 255u8 0u8 } output { 255i64 }
-- input { 0u8 255u8 } error: is invalid
-- input { 0u8 0u8 } output { 0i64 }
entry down_u8 (a: u8) (b: u8) = length (a..>b)

-- ==
-- entry: down_by_u8
-- input { 0u8 255u8 255u8 } error: is invalid
-- input { 255u8 0u8 0u8 } output { 1i64 }
-- input { 255u8 127u8 0u8 } output { 2i64 }
-- input { 255u8 254u8 0u8 } output { 255i64 }
entry down_by_u8 (a: u8) (s: u8) (b: u8) = length (a..s..>b)

-- ==
-- entry: up_u64
-- input { 0u64 18446744073709551615u64 } error: is invalid
-- input { 18446744073709551615u64 0u64 } error: is invalid
-- input { 18446744073709551615u64 18446744073709551615u64 } output { 0i64 }
-- input { 0u64 0u64 } output { 0i64 }
-- input { 0u64 18446744073709551615u64 } error: is invalid
entry up_u64 (a: u64) (b: u64) = length (a..<b)

-- ==
-- entry: up_by_u64
-- input { 0u64 18446744073709551615u64 18446744073709551615u64 } output { 1i64 }
-- input { 0u64 1u64 18446744073709551615u64 } error: is invalid
-- input { 0u64 9223372036854775807u64 18446744073709551615u64 } output { 3i64 }
-- input { 18446744073709551615u64 0u64 0u64 } error: is invalid
entry up_by_u64 (a: u64) (s: u64) (b: u64) = length (a..s..<b)

-- ==
-- entry: to_u64
-- input { 0u64 18446744073709551615u64 } error: is invalid
-- input { 18446744073709551615u64 0u64 } error: is invalid
-- input { 18446744073709551615u64 18446744073709551615u64 } output { 1i64 }
-- input { 0u64 0u64 } output { 1i64 }
-- input { 0u64 18446744073709551615u64 } error: is invalid
entry to_u64 (a: u64) (b: u64) = length (a...b)

-- ==
-- entry: to_by_u64
-- input { 0u64 18446744073709551615u64 18446744073709551615u64 } output { 2i64 }
-- input { 0u64 1u64 18446744073709551615u64 } error: is invalid
-- input { 0u64 9223372036854775807u64 18446744073709551615u64 } output { 3i64 }
-- input { 18446744073709551615u64 0u64 0u64 } output { 2i64 }
entry to_by_u64 (a: u64) (s: u64) (b: u64) = length (a..s...b)

-- ==
-- entry: down_u64
-- input { 18446744073709551615u64 0u64 } error: is invalid
-- input { 0u64 18446744073709551615u64 } error: is invalid
-- input { 0u64 0u64 } output { 0i64 }
-- input { 18446744073709551615u64 0u64 } error: is invalid
entry down_u64 (a: u64) (b: u64) = length (a..>b)

-- ==
-- entry: down_by_u64
-- input { 0u64 18446744073709551615u64 18446744073709551615u64 } error: is invalid
-- input { 18446744073709551615u64 0u64 0u64 } output { 1i64 }
-- input { 18446744073709551615u64 18446744073709551614u64 0u64 } error: is invalid
-- input { 18446744073709551615u64 9223372036854775807u64 0u64 } output { 2i64 }
entry down_by_u64 (a: u64) (s: u64) (b: u64) = length (a..s..>b)

-- ==
-- entry: up_i64
-- input { -9223372036854775808i64 9223372036854775807i64 } error: is invalid
-- input { 9223372036854775807i64 -9223372036854775808i64 } error: is invalid
-- input { 9223372036854775807i64 9223372036854775807i64 } output { 0i64 }
-- input { -9223372036854775808i64 -9223372036854775808i64 } output { 0i64 }
-- input { 0i64 9223372036854775807i64 } output { 9223372036854775807i64 }
entry up_i64 (a: i64) (b: i64) = length (a..<b)

-- ==
-- entry: up_by_i64
-- input { -9223372036854775808i64 -9223372036854775807i64 9223372036854775807i64 } error: is invalid
-- input { -9223372036854775808i64 4611686018427387903i64 9223372036854775807i64 } output { 2i64 }
-- input { -9223372036854775808i64 9223372036854775807i64 9223372036854775807i64 } output { 1i64 }
-- input { 0i64 9223372036854775807i64 9223372036854775807i64 } output { 1i64 }
-- input { 9223372036854775807i64 -9223372036854775808i64 -9223372036854775808i64 } error: is invalid
entry up_by_i64 (a: i64) (s: i64) (b: i64) = length (a..s..<b)

-- ==
-- entry: to_i64
-- input { -9223372036854775808i64 9223372036854775807i64 } error: is invalid
-- input { 9223372036854775807i64 -9223372036854775808i64 } error: is invalid
-- input { 9223372036854775807i64 9223372036854775807i64 } output { 1i64 }
-- input { -9223372036854775808i64 -9223372036854775808i64 } output { 1i64 }
-- input { 0i64 9223372036854775807i64 } error: is invalid
entry to_i64 (a: i64) (b: i64) = length (a...b)

-- ==
-- entry: to_by_i64
-- input { -9223372036854775808i64 -9223372036854775807i64 9223372036854775807i64 } error: is invalid
-- input { -9223372036854775808i64 4611686018427387903i64 9223372036854775807i64 } output { 2i64 }
-- input { -9223372036854775808i64 9223372036854775807i64 9223372036854775807i64 } output { 2i64 }
-- input { 0i64 9223372036854775807i64 9223372036854775807i64 } output { 2i64 }
-- input { 9223372036854775807i64 -9223372036854775808i64 -9223372036854775808i64 } output { 2i64 }
entry to_by_i64 (a: i64) (s: i64) (b: i64) = length (a..s...b)

-- ==
-- entry: down_i64
-- input { 9223372036854775807i64 -9223372036854775808i64 } error: is invalid
-- input { -9223372036854775808i64 9223372036854775807i64 } error: is invalid
-- input { -9223372036854775808i64 -9223372036854775808i64 } output { 0i64 }
-- input { 9223372036854775807i64 0i64 } output { 9223372036854775807i64 }
entry down_i64 (a: i64) (b: i64) = length (a..>b)

-- ==
-- entry: down_by_i64
-- input { -9223372036854775808i64 9223372036854775807i64 9223372036854775807i64 } error: is invalid
-- input { 9223372036854775807i64 -9223372036854775808i64 -9223372036854775808i64 } output { 1i64 }
-- input { 9223372036854775807i64 4611686018427387903i64 -9223372036854775808i64 } output { 4i64 }
-- input { 9223372036854775807i64 9223372036854775806i64 -9223372036854775808i64 } error: is invalid
entry down_by_i64 (a: i64) (s: i64) (b: i64) = length (a..s..>b)

-- The elements, too, and steps that are known.
-- ==
-- entry: elements
-- input { 9223372036854775807i64 -9223372036854775808i64 }
-- output { [0i64, 9223372036854775807i64] [-9223372036854775808i64, 9223372036854775807i64] [0i64] [9223372036854775807i64, -1i64] }
entry elements (h: i64) (l: i64) = (0..h...h, l..h...h, 0..h..<h, h..(-1)..>l)

-- ==
-- entry: known
-- input { 9223372036854775807i64 } output { 4611686018427387904i64 4611686018427387904i64 9223372036854775807i64 3074457345618258603i64 }
-- input { 0i64 } output { 0i64 1i64 0i64 0i64 }
-- input { -1i64 } error: is invalid
entry known (n: i64) = (length (0..2..<n), length (0..2...n), length (0..<n), length (0..3..<n))
