-- Unique arrays go through several functions and come back in tuples.
-- ==
-- input { [1, 2, 3] } output { [10, 2, 30] 10 }
def set_first (xs: *[]i32) (v: i32) : (*[]i32, i32) = (xs with [0] = v, v)

def main (xs: *[]i32) =
  let (ys, v) = set_first xs 10
  let ys[length ys - 1] = 30
  in (ys, v)
