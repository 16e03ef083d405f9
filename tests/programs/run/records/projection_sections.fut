-- `(.x)` and `(.0)` are functions; they may have several steps.
-- ==
-- input { [1, 2] [3, 4] } output { [1, 2] [3, 4] [3, 4] }
def main [n] (xs: [n]i32) (ys: [n]i32) =
  let rs = map2 (\x y -> {x, pair = (x, y)}) xs ys
  in (map (.x) rs, map (.pair.1) rs, map (.1) (map (.pair) rs))
