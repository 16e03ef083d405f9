-- The first failure in the order of evaluation is the one that is reported.
-- ==
-- input { 0 [1] } error: division by zero
-- input { 1 [1] } error: out of bounds
-- input { 1 [1, 2, 3, 4, 5, 6] } output { 16 }
def main (d: i32) (xs: []i32) : i32 =
  let q = 10 / d
  in if q > 0 then q + xs[5] else 0
