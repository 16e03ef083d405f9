-- Arithmetic of u8 is modulo 256; a negated number is its complement to 256.
-- ==
-- entry: add
-- input { 255u8 1u8 } output { 0u8 }
-- input { 200u8 100u8 } output { 44u8 }

-- ==
-- entry: sub
-- input { 0u8 1u8 } output { 255u8 }

-- ==
-- entry: mul
-- input { 16u8 16u8 } output { 0u8 }
-- input { 255u8 255u8 } output { 1u8 }

-- ==
-- entry: negate
-- input { 1u8 } output { 255u8 }
-- input { 0u8 } output { 0u8 }
entry add (x: u8) (y: u8) : u8 = x + y
entry sub (x: u8) (y: u8) : u8 = x - y
entry mul (x: u8) (y: u8) : u8 = x * y
entry negate (x: u8) : u8 = -x
