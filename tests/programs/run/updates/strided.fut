-- Slices with steps, forwards and backwards, as targets.
-- ==
-- input { [0, 0, 0, 0, 0, 0] } output { [1, 0, 2, 0, 3, 0] [6, 5, 4, 3, 2, 1] }
def main [n] (xs: [n]i32) =
  let evens = length xs[::2]
  in
    ( copy xs with [::2] = sized evens [1, 2, 3]
    , copy xs with [::-1] = sized n [1, 2, 3, 4, 5, 6]
    )
