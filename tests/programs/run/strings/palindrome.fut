-- A string and its reverse.
-- ==
-- input { "level" } output { true }
-- input { "levels" } output { false }
-- input { "" } output { true }
def main (s: []u8) : bool = and (map2 (==) s (reverse s))
