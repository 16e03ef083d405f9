-- A string is read as an array of bytes, and equals one.
-- ==
-- input { "ab" [97u8, 98u8] } output { true "abab" }
def main [n] (a: [n]u8) (b: [n]u8) = (and (map2 (==) a b), a ++ b)
