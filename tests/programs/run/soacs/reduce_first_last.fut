-- Operators that keep one of their arguments.
-- ==
-- input { [5, 6, 7] } output { 5 7 }
-- input { [4] } output { 4 4 }
-- input { empty([0]i32) } output { -1 -1 }
def main (xs: []i32) =
  ( reduce (\a b -> if a == -1 then b else a) (-1) xs
  , reduce (\a b -> if b == -1 then a else b) (-1) xs
  )
