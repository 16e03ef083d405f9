-- Loop parameters, patterns and lambdas hide outer names inside of themselves only.
-- ==
-- input { 2 } output { 8 7 20 2 }
def main (x: i32) =
  ( loop x = 1i32 for _x < 3i32 do x * 2
  , let (x, y) = (3i32, 4i32) in x + y
  , (\x -> x * 10) x
  , x
  )
