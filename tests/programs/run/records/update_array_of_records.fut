-- An element of an array of records is replaced, and a field of an element.
-- ==
-- input { [1, 2, 3] 1i64 } output { [1, 20, 3] [10, -1, 30] }
-- input { [1, 2, 3] 3i64 } error: out of bounds
def main [n] (xs: [n]i32) (i: i64) =
  let rs = map (\x -> {a = x, b = 10 * x}) xs
  let rs[i] = {a = 20, b = -1}
  in (map (.a) rs, map (.b) rs)
