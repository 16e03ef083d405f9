-- Unsigned division of numbers whose topmost bit is set, and signed division of the lowest number.
-- ==
-- entry: unsigned
-- input { 18446744073709551615u64 10u64 } output { 1844674407370955161u64 5u64 }
-- input { 9223372036854775808u64 18446744073709551615u64 } output { 0u64 9223372036854775808u64 }

-- ==
-- entry: signed
-- input { -9223372036854775808i64 2i64 } output { -4611686018427387904i64 0i64 }
-- input { -9223372036854775808i64 10i64 } output { -922337203685477581i64 2i64 }
entry unsigned (x: u64) (y: u64) = (x / y, x % y)
entry signed (x: i64) (y: i64) = (x / y, x % y)
