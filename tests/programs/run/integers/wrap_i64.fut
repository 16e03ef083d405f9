-- Arithmetic of i64 wraps around.
-- ==
-- entry: add
-- input { 9223372036854775807i64 1i64 } output { -9223372036854775808i64 }
-- input { 9223372036854775807i64 9223372036854775807i64 } output { -2i64 }

-- ==
-- entry: mul
-- input { 4294967296i64 2147483648i64 } output { -9223372036854775808i64 }
-- input { 4294967297i64 4294967295i64 } output { -1i64 }
entry add (x: i64) (y: i64) : i64 = x + y
entry mul (x: i64) (y: i64) : i64 = x * y
