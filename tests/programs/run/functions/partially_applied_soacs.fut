-- Parallel operators with some of their arguments, stored and used later.
-- ==
-- input { [1, 2, 3] } output { 6 [1, 3, 6] [2, 4, 6] [3, 1, 2] }
def sum = reduce (+) 0i32
def prefix_sums = scan (+) 0i32

def main (xs: []i32) =
  let double = map (* 2i32)
  let by_rotation = rotate 2
  in (sum xs, prefix_sums xs, double xs, by_rotation xs)
