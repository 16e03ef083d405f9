-- Escapes in strings and characters.
-- ==
-- input { } output { [10u8, 9u8, 34u8, 92u8, 39u8] 10u8 65u8 }
def main : ([]u8, u8, u8) = ("\n\t\"\\'", '\n', '\65')
