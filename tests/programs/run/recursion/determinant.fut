-- A determinant by expansion: recursion on matrices of smaller sizes inside of a map.
-- ==
-- input { [[2, 0, 1], [1, 3, 2], [1, 1, 4]] } output { 18 }
-- input { [[5]] } output { 5 }
-- input { empty([0][0]i32) } output { 1 }
def determinant [n] (a: [n][n]i32) : i32 =
  if n == 0
  then 1
  else i32.sum (map (\j ->
                       let minor = map (\row -> row[:j] ++ row[j + 1:] :> [n - 1]i32) a[1:]
                       in (if j % 2 == 0 then 1 else -1) * a[0, j] * determinant minor) (iota n))

def main [n] (a: [n][n]i32) : i32 = determinant a
