-- Ranges of unsigned numbers, up to the largest one.
-- ==
-- input { 250u8 255u8 } output { [250u8, 251u8, 252u8, 253u8, 254u8, 255u8] 6i64 [250u8, 252u8, 254u8] }
def main (a: u8) (b: u8) =
  let xs = a...b
  in (xs, length xs, a..(a + 2)..<b)
