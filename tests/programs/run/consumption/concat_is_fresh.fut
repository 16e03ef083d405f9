-- Concatenation makes a new array.
-- ==
-- input { [1, 2] } output { [0, 2, 1, 2] [1, 2] }
def main (xs: []i32) =
  let ys = xs ++ xs
  in (ys with [0] = 0, xs)
