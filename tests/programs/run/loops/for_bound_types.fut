-- The counter has the type of the bound.
-- ==
-- input { 3i8 100i16 } output { 3i8 4950i16 }
def main (a: i8) (b: i16) = (loop x = 0 for i < a do x + i, loop x = 0 for i < b do x + i)
