-- Folds from the left and from the right with a non-commutative function.
-- ==
-- input { [1, 2, 3] } output { 123 321 -6 2 }
-- input { empty([0]i32) } output { 0 0 0 0 }
def main (xs: []i32) =
  ( foldl (\a x -> 10 * a + x) 0 xs
  , foldr (\x a -> 10 * a + x) 0 xs
  , foldl (-) 0 xs
  , foldr (-) 0 xs
  )
