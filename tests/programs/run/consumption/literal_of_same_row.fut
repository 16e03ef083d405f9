-- An array literal that contains the same row twice holds two copies.
-- ==
-- input { [1, 2] } output { [[1, 2], [7, 2]] [1, 2] }
def main (xs: []i32) =
  let xss = [xs, xs]
  in (copy xss with [1, 0] = 7, xs)
