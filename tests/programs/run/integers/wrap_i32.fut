-- Arithmetic of i32 wraps around.
-- ==
-- entry: add
-- input { 2147483647 1 } output { -2147483648 }
-- input { -2147483648 -1 } output { 2147483647 }

-- ==
-- entry: mul
-- input { 65536 65536 } output { 0 }
-- input { 65536 32768 } output { -2147483648 }
-- input { 65537 65535 } output { -1 }
entry add (x: i32) (y: i32) : i32 = x + y
entry mul (x: i32) (y: i32) : i32 = x * y
