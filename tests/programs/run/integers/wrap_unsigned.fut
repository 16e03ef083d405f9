-- Wider unsigned types wrap around as u8 does.
-- ==
-- entry: sub16
-- input { 0u16 1u16 } output { 65535u16 }

-- ==
-- entry: mul32
-- input { 65536u32 65536u32 } output { 0u32 }
-- input { 4294967295u32 4294967295u32 } output { 1u32 }

-- ==
-- entry: add64
-- input { 18446744073709551615u64 2u64 } output { 1u64 }
-- input { 9223372036854775808u64 1u64 } output { 9223372036854775809u64 }
entry sub16 (x: u16) (y: u16) : u16 = x - y
entry mul32 (x: u32) (y: u32) : u32 = x * y
entry add64 (x: u64) (y: u64) : u64 = x + y
