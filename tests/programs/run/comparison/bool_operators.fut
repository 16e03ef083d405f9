-- Truth tables of the operators on booleans.
-- ==
-- input { false false } output { false false false true }
-- input { false true } output { false true true true }
-- input { true false } output { false true true false }
-- input { true true } output { true true false false }
def main (x: bool) (y: bool) = (x && y, x || y, x != y, !x)
