-- One function called at many places and at several sizes.
-- ==
-- input { [1, 2, 3, 4] } output { 10 6 3 1 0 30 }
def total [n] (xs: [n]i32) : i32 = reduce (+) 0 xs

def main (xs: []i32) =
  ( total xs
  , total xs[:3]
  , total xs[:2]
  , total xs[:1]
  , total xs[:0]
  , total (map (\x -> total (replicate (i64.i32 x) x)) xs)
  )
