-- Equality looks into nested tuples and records.
-- ==
-- input { 1 2 3 1 2 3 } output { true }
-- input { 1 2 3 1 2 4 } output { false }
-- input { 1 2 3 1 0 3 } output { false }
def main (a: i32) (b: i32) (c: i32) (d: i32) (e: i32) (f: i32) : bool =
  (a, {x = b, y = (c, ())}) == (d, {y = (f, ()), x = e})
