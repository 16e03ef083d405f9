-- Booleans are ordered: false is less than true.
-- ==
-- input { false true } output { true true false false false true }
-- input { true true } output { false true false true true false }
def main (x: bool) (y: bool) = (x < y, x <= y, x > y, x >= y, x == y, x != y)
