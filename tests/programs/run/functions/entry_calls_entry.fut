-- An entry point is an ordinary function for others.
-- ==
-- entry: double
-- input { 4 } output { 8 }

-- ==
-- entry: quadruple
-- input { 4 } output { 16 }
entry double (x: i32) : i32 = x * 2
entry quadruple (x: i32) : i32 = double (double x)
