-- Integer powers wrap around; anything to the power of zero is one.
-- ==
-- entry: signed
-- input { 3 4 } output { 81 }
-- input { -2 31 } output { -2147483648 }
-- input { 2 32 } output { 0 }
-- input { 0 0 } output { 1 }
-- input { -1 1000001 } output { -1 }
-- input { 7 -1 } error: [Nn]egative exponent

-- ==
-- entry: byte
-- input { 2u8 7u8 } output { 128u8 }
-- input { 3u8 6u8 } output { 217u8 }
-- input { 255u8 255u8 } output { 255u8 }
entry signed (x: i32) (n: i32) : i32 = x ** n
entry byte (x: u8) (n: u8) : u8 = x ** n
