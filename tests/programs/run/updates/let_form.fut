-- `let xs[i] = …` several times in a row, reading what was written.
-- ==
-- input { [1, 2, 3] } output { [10, 12, 22] }
def main (xs: *[]i32) : []i32 =
  let xs[0] = 10
  let xs[1] = xs[0] + xs[1]
  let xs[2] = xs[0] + xs[1]
  in xs
