-- A field of one element of an array of records is replaced through a path.
-- ==
-- input { [1, 2, 3] } output { [1, 9, 3] [10, 20, 30] }
def main (xs: []i32) =
  let rs = map (\x -> {a = x, b = 10 * x}) xs
  let rs = rs with [1].a = 9
  in (map (.a) rs, map (.b) rs)
