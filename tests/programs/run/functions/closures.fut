-- Lambdas capture numbers, arrays and sizes.
-- ==
-- input { [1, 2, 3] 10 } output { [11i64, 12i64, 13i64] [15, 16, 17] }
def main [n] (xs: [n]i32) (k: i32) =
  let last = xs[n - 1] + 1
  let f x = x + k + last
  in (map (\x -> i64.i32 (x + k)) xs, map f xs)
