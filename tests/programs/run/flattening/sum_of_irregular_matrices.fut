-- Two nested sequences of the same irregular shape are added.
-- Checklist: 37.
-- ==
-- input { [[1, 2], [], [3]] [[10, 20], [], [30]] } output { [[11, 22], [], [33]] }
-- input { [[1, 2], [], [3]] [[10], [20], [30]] } error: shape|length
def main [n] (xss: [n][?]i32) (yss: [n][?]i32) : [n][?]i32 =
  map2 (\xs ys ->
          let [k] (xs: [k]i32) = xs
          in map2 (+) xs (ys :> [k]i32)) xss yss
