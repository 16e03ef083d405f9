-- Pascal's triangle, row by row, from a recursive function and from factorials.
-- ==
-- input { 5i64 } output { [[1i64], [1i64, 1i64], [1i64, 2i64, 1i64], [1i64, 3i64, 3i64, 1i64], [1i64, 4i64, 6i64, 4i64, 1i64]] }
def factorial (n: i64) : i64 = i64.product (map (+ 1) (iota n))

def main (n: i64) : [n][?]i64 =
  map (\i -> map (\k -> factorial i / (factorial k * factorial (i - k))) (iota (i + 1))) (iota n)
