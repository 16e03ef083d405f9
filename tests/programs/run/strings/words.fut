-- Counting words with a scan over character classes.
-- ==
-- input { "two words" } output { 2 }
-- input { "  leading and trailing  " } output { 3 }
-- input { "" } output { 0 }
def main [n] (s: [n]u8) : i32 =
  i32.sum (map (\i -> i32.bool (s[i] != ' ' && (i == 0 || s[i - 1] == ' '))) (iota n))
