-- The order in which fields are written does not matter.
-- ==
-- input { 1 2 } output { true false }
-- input { 2 2 } output { true true }
def main (a: i32) (b: i32) = ({x = a, y = b} == {y = b, x = a}, {x = a, y = b} == {x = b, y = a})
