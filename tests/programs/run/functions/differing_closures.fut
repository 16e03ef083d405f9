-- Two closures with different captures go through the same higher-order function.
-- ==
-- input { 5 [1, 2, 3] } output { 11 18 3i64 }
def use (f: i32 -> i32) : i32 = f 1 + f 2
def use_size (f: () -> i64) : i64 = f ()

def main [n] (k: i32) (xs: [n]i32) =
  (use (\x -> x + k - 1), use (\x -> xs[x] * x + xs[0] + k - 1), use_size (\() -> n))
