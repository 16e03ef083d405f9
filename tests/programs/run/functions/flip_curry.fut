-- Exchanged arguments, pairs as arguments and back.
-- ==
-- input { 10 3 } output { -7 7 7 30 10 }
def main (a: i32) (b: i32) =
  (flip (-) a b, uncurry (-) (a, b), curry (\(x, y) -> x - y) a b, uncurry (*) (a, b), const a b)
