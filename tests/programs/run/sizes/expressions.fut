-- Sizes that are expressions: doubled, plus one, product.
-- ==
-- input { [1, 2, 3] } output { [1, 2, 3, 1, 2, 3] [0, 1, 2, 3] [1, 1, 1, 2, 2, 2, 3, 3, 3] }
def double [n] (xs: [n]i32) : [n + n]i32 = xs ++ xs
def with_zero [n] (xs: [n]i32) : [1 + n]i32 = [0] ++ xs
def repeat_each [n] (k: i64) (xs: [n]i32) : [n * k]i32 = flatten (map (replicate k) xs)
def main [n] (xs: [n]i32) = (double xs, with_zero xs, repeat_each n xs)
