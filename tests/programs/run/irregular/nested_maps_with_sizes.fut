-- Sizes of rows are used as numbers in the rows.
-- ==
-- input { [[5, 6], [], [7]] } output { [[7i64, 8i64], [], [8i64]] [2i64, 0i64, 1i64] }
def main [n] (xss: [n][?]i32) : ([n][?]i64, [n]i64) =
  ( map (\xs -> map (\x -> i64.i32 x + length xs) xs) xss
  , map (\xs -> i64.sum (map (const 1) xs)) xss
  )
