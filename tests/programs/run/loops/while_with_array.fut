-- A while loop over an array and a counter; the condition looks at the array.
-- ==
-- input { [1, 2, 3] } output { [8, 16, 24] 3 }
-- input { [100] } output { [100] 0 }
def main [n] (xs: [n]i32) =
  loop (ys, k) = (xs, 0i32) while i32.maximum ys < 20 do (map (* 2) ys, k + 1)
