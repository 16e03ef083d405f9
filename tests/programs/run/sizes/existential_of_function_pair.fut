-- Two results of a function have unknown sizes that depend on each other only by their values.
-- ==
-- input { [1, 2, 3, 4, 5] 2 } output { [1, 2] [3, 4, 5] [1, 2, 3, 4, 5] }
def cut (k: i32) (xs: []i32) : ([]i32, []i32) = (filter (<= k) xs, filter (> k) xs)

def main (xs: []i32) (k: i32) =
  let (a, b) = cut k xs
  in (a, b, a ++ b)
