-- Strings are compared as arrays.
-- ==
-- input { "abc" } output { true false }
-- input { "abd" } output { false false }
-- input { "ab" } output { false true }
def same [n] [m] (a: [n]u8) (b: [m]u8) : bool = n == m && and (map2 (==) a (b :> [n]u8))
def main (s: []u8) = (same s "abc", same "ab" s)
