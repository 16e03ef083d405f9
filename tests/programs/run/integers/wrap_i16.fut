-- Arithmetic of i16 wraps around.
-- ==
-- entry: add
-- input { 32767i16 1i16 } output { -32768i16 }
-- input { -32768i16 -32768i16 } output { 0i16 }

-- ==
-- entry: mul
-- input { 256i16 128i16 } output { -32768i16 }
-- input { 257i16 255i16 } output { -1i16 }
entry add (x: i16) (y: i16) : i16 = x + y
entry mul (x: i16) (y: i16) : i16 = x * y
