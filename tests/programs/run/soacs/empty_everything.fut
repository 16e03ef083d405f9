-- Operators on empty arrays.
-- ==
-- input { empty([0]i32) } output { 0 empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) 0i64 }
def main (xs: []i32) =
  ( reduce (+) 0 xs
  , map (\x -> 1 / x) xs
  , filter (\x -> 1 / x == 0) xs
  , scan (/) 1 xs
  , reverse xs ++ rotate 3 xs
  , length (zip xs xs)
  )
