-- The magnitude of the lowest number is that number; unsigned numbers have no sign.
-- ==
-- entry: signed
-- input { -5i16 } output { 5i16 -1i16 }
-- input { 0i16 } output { 0i16 0i16 }
-- input { 9i16 } output { 9i16 1i16 }
-- input { -32768i16 } output { -32768i16 -1i16 }

-- ==
-- entry: unsigned
-- input { 65535u16 } output { 65535u16 1u16 }
-- input { 0u16 } output { 0u16 0u16 }
entry signed (x: i16) = (i16.abs x, i16.sgn x)
entry unsigned (x: u16) = (u16.abs x, u16.sgn x)
