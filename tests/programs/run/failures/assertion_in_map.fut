-- An assertion inside of a map and of a loop.
-- ==
-- input { [1, 2, 3] 6 } output { [1, 2, 3] 6 }
-- input { [1, -2, 3] 6 } error: x > 0
-- input { [1, 2, 3] 5 } error: s <= limit
def main (xs: []i32) (limit: i32) =
  ( map (\x -> assert (x > 0) x) xs
  , loop s = 0 for x in xs do
      let s = s + x
      in assert (s <= limit) s
  )
