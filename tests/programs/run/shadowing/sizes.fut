-- A size parameter is hidden by a value of the same name.
-- ==
-- input { [1, 2, 3] } output { 3i64 10i64 3i64 }
def main [n] (xs: [n]i32) =
  let before = n
  let hidden = let n = 10i64 in n
  in (before, hidden, length xs)
