-- A map before and a map after an in-place update of its input: they must not be merged across the update.
-- ==
-- input { [1, 2, 3] } output { [20, 30, 40] [0, 2, 3] }
def main [n] (a: *[n]i32) =
  let x = map (+ 1) a
  let a[0] = 0
  in (map (* 10) x, a)
