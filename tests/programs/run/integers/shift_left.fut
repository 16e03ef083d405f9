-- Shifting left drops what leaves the type, in narrow types too.
-- ==
-- entry: narrow
-- input { 1i8 7i8 } output { -128i8 }
-- input { 3i8 7i8 } output { -128i8 }
-- input { 85i8 1i8 } output { -86i8 }

-- ==
-- entry: wide
-- input { 1u64 63u64 } output { 9223372036854775808u64 }
-- input { 3u64 63u64 } output { 9223372036854775808u64 }
entry narrow (x: i8) (n: i8) : i8 = x << n
entry wide (x: u64) (n: u64) : u64 = x << n
