-- An array that is stored as a row of another and updated afterwards leaves the stored row alone.
-- ==
-- input { [3, 4] }
-- output { [6, 4] [[3, 4], [4, 4], [5, 4]] }

def main [n] (xs: [n]i32) =
  loop (a, history) = (copy xs, replicate 3 (replicate n 0))
  for i < 3 do
    let history[i] = a
    let a[0] = a[0] + 1
    in (a, history)
