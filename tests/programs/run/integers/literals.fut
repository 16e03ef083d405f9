-- Integer literals: bases, separators, suffixes, Roman numerals.
-- ==
-- input { } output { 255 10 1000000 255u8 -1i8 16 2024 49 }
def main : (i32, i32, i32, u8, i8, i32, i32, i32) =
  (0xFF, 0b1010, 1_000_000, 0xFFu8, -1i8, 0x1_0, 0rMMXXIV, 0rXLIX)
