-- A map over indices that reads two arrays, one of them transposed.
-- ==
-- input { [[1, 2], [3, 4]] [10, 20] } output { [[11, 23], [12, 24]] }
def main [n] (xss: [n][n]i32) (ys: [n]i32) : [n][n]i32 =
  let t = transpose xss
  in map (\i -> map (\j -> t[i, j] + ys[j]) (iota n)) (iota n)
