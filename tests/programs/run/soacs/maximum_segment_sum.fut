-- The largest sum of a contiguous segment, as one reduction over quadruples.
-- ==
-- input { [1, -2, 3, 4, -1, 5, -6] } output { 11 }
-- input { [-3, -1] } output { 0 }
-- input { empty([0]i32) } output { 0 }
def combine (best1: i32, left1: i32, right1: i32, sum1: i32)
            (best2: i32, left2: i32, right2: i32, sum2: i32) =
  ( i32.max (i32.max best1 best2) (right1 + left2)
  , i32.max left1 (sum1 + left2)
  , i32.max right2 (right1 + sum2)
  , sum1 + sum2
  )

def main (xs: []i32) : i32 =
  (reduce combine (0, 0, 0, 0) (map (\x -> (i32.max x 0, i32.max x 0, i32.max x 0, x)) xs)).0
