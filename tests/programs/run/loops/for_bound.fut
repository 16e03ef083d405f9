-- `for i < n` counts from zero; a bound of zero or less does nothing.
-- ==
-- input { 4 } output { 123 }
-- input { 1 } output { 0 }
-- input { 0 } output { 0 }
-- input { -3 } output { 0 }
def main (n: i32) : i32 = loop x = 0 for i < n do 10 * x + i
