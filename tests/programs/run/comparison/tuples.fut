-- Tuples are equal if all their parts are.
-- ==
-- input { 1 true 1 true } output { true false }
-- input { 1 true 1 false } output { false true }
-- input { 1 true 2 true } output { false true }
def main (a: i32) (b: bool) (c: i32) (d: bool) = ((a, b) == (c, d), (a, b) != (c, d))
