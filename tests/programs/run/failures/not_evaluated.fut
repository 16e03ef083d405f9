-- A branch that is not taken does not fail, nor does code that is not reached by a loop.
-- ==
-- input { [1, 2] 5i64 } output { 0 7 }
-- input { [1, 2] 1i64 } output { 2 7 }
def main (xs: []i32) (i: i64) =
  ( if i < length xs then xs[i] else 0
  , loop x = 7i32 for _j < 0i32 do x / (x - x)
  )
