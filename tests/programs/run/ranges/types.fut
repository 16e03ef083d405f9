-- Ranges of narrow types; their sizes are i64 all the same.
-- ==
-- input { -2i16 1i16 } output { [-2i16, -1i16, 0i16] 3i64 }
def main (a: i16) (b: i16) =
  let xs = a..<b
  in (xs, length xs)
