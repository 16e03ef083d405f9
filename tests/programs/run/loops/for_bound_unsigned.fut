-- An unsigned bound: large numbers are not negative.
-- ==
-- input { 200u8 } output { 19900 }
-- input { 0u8 } output { 0 }
def main (n: u8) : i32 = loop x = 0 for i < n do x + i32.u8 i
