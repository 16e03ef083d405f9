-- Single bits are read and written by position, the topmost one included.
-- ==
-- entry: read
-- input { 7 -128i8 } output { 1 }
-- input { 6 -128i8 } output { 0 }

-- ==
-- entry: replace
-- input { 7 1i8 1 } output { -127i8 }
-- input { 0 -1i8 0 } output { -2i8 }
-- input { 3 0i8 1 } output { 8i8 }
entry read (i: i32) (x: i8) : i32 = i8.get_bit i x
entry replace (i: i32) (x: i8) (b: i32) : i8 = i8.set_bit i x b
