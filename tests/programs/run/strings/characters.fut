-- A character has the integer type that its use asks for.
-- ==
-- input { "Planish 27" } output { 27 2i64 "PLANISH 27" }
def is_digit (c: u8) : bool = c >= '0' && c <= '9'

def main (s: []u8) =
  ( loop x = 0i32 for c in s do if is_digit c then 10 * x + i32.u8 (c - '0') else x
  , length (filter is_digit s)
  , map (\c -> if c >= 'a' && c <= 'z' then c - 'a' + 'A' else c) s
  )
