-- Arithmetic of i8 wraps around at both ends.
-- ==
-- entry: add
-- input { 127i8 1i8 } output { -128i8 }
-- input { -128i8 -1i8 } output { 127i8 }
-- input { 100i8 27i8 } output { 127i8 }

-- ==
-- entry: sub
-- input { -128i8 1i8 } output { 127i8 }
-- input { 0i8 -128i8 } output { -128i8 }

-- ==
-- entry: mul
-- input { 64i8 2i8 } output { -128i8 }
-- input { -128i8 -1i8 } output { -128i8 }
-- input { 17i8 15i8 } output { -1i8 }

-- ==
-- entry: negate
-- input { -128i8 } output { -128i8 }
-- input { 127i8 } output { -127i8 }
entry add (x: i8) (y: i8) : i8 = x + y
entry sub (x: i8) (y: i8) : i8 = x - y
entry mul (x: i8) (y: i8) : i8 = x * y
entry negate (x: i8) : i8 = -x
