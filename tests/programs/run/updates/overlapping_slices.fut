-- A slice is overwritten by an overlapping slice of itself, moved by one in either direction.
-- ==
-- input { [1, 2, 3, 4, 5] } output { [1, 1, 2, 3, 4] [2, 3, 4, 5, 5] }
def main [n] (xs: [n]i32) =
  let a = copy xs
  let moved = copy a[:n - 1]
  let a[1:n] = moved
  let b = copy xs
  let moved = copy b[1:n]
  let b[0:n - 1] = moved :> [n - 1 - 0]i32
  in (a, b)
