-- All orders of three dimensions by transposing outer and inner ones.
-- ==
-- input { } output { [1i64, 2i64, 3i64] [2i64, 1i64, 3i64] [1i64, 3i64, 2i64] [2i64, 3i64, 1i64] [3i64, 1i64, 2i64] [3i64, 2i64, 1i64] 123i64 }
def shape [a] [b] [c] 't (_: [a][b][c]t) : [3]i64 = [a, b, c]

def main =
  let x: [1][2][3]i64 = tabulate_3d 1 2 3 (\i j k -> 100 * (i + 1) + 10 * (j + 1) + k + 1)
  let y = transpose (map transpose x)
  in ( shape x
     , shape (transpose x)
     , shape (map transpose x)
     , shape (map transpose (transpose x))
     , shape y
     , shape (map transpose y)
     , (map transpose y)[2, 1, 0]
     )
