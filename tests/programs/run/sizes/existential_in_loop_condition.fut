-- The condition of a loop asks for the size that the body has made.
-- ==
-- input { [5, 3, 8, 1, 9, 2] } output { [8, 9] 2 }
def main (xs: []i32) =
  loop (ys, rounds) = (xs, 0i32) while length ys > 2 do
    let mean = i32.sum ys / i32.i64 (length ys)
    in (filter (> mean) ys, rounds + 1)
