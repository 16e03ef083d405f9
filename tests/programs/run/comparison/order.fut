-- All orderings of integers, signed and unsigned.
-- ==
-- entry: signed
-- input { 1 2 } output { true true false false false true }
-- input { 2 2 } output { false true false true true false }
-- input { -1 2 } output { true true false false false true }

-- ==
-- entry: unsigned
-- input { 4294967295u32 2u32 } output { false false true true false true }
entry signed (x: i32) (y: i32) = (x < y, x <= y, x > y, x >= y, x == y, x != y)
entry unsigned (x: u32) (y: u32) = (x < y, x <= y, x > y, x >= y, x == y, x != y)
