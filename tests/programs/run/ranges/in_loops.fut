-- Iterating over ranges.
-- ==
-- input { 3i64 9i64 } output { 33i64 4321i64 }
def main (a: i64) (b: i64) =
  ( loop s = 0 for x in a..<b do s + x
  , loop s = 0 for x in 4i64..>0 do s * 10 + x
  )
