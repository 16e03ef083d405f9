-- A recursive function with function parameters that it passes on unchanged.
-- ==
-- input { 1 100 } output { 128 7 }
def apply_until 'a (done: a -> bool) (step: a -> a) (x: a) : a =
  if done x then x else apply_until done step (step x)

def main (x: i32) (limit: i32) =
  apply_until (\(y, _) -> y > limit) (\(y, n) -> (2 * y, n + 1i32)) (x, 0)
