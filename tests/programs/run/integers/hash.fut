-- A hash of a byte string: wrap-around multiplication and exclusive or.
-- ==
-- input { "" } output { 2166136261u32 }
-- input { "a" } output { 3826002220u32 }
-- input { "foobar" } output { 3214735720u32 }
def main (s: []u8) : u32 =
  loop h = 2166136261 for c in s do (h ^ u32.u8 c) * 16777619
