-- A segmented scan by flags.
-- ==
-- input { [true, false, true, false, false] [1, 2, 3, 4, 5] } output { [1, 3, 3, 7, 12] }
-- input { [false, false] [1, 2] } output { [1, 3] }
def main [n] (flags: [n]bool) (xs: [n]i32) : [n]i32 =
  scan (\(f, x) (g, y) -> (f || g, if g then y else x + y)) (false, 0) (zip flags xs) |> map (.1)
