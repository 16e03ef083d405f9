-- Nested loops fill a table from neighbours that were filled before.
-- ==
-- input { 4i64 } output { [[1i64, 1i64, 1i64, 1i64], [1i64, 2i64, 3i64, 4i64], [1i64, 3i64, 6i64, 10i64], [1i64, 4i64, 10i64, 20i64]] }
def main (n: i64) : [n][n]i64 =
  loop t = replicate n (replicate n 1) for i in 1..<n do
    loop t for j in 1..<n do
      t with [i, j] = t[i - 1, j] + t[i, j - 1]
