-- Functions that transform functions, applied in a row.
-- ==
-- input { 2 } output { 25 19 }
def after '^a '^b '^c (g: b -> c) (f: a -> b) : (a -> c) = \x -> g (f x)
def twice '^a (f: a -> a) : (a -> a) = after f f

def main (x: i32) =
  let add k = (+ k)
  let f = twice (after (* 2) (add 1))
  in (f x + 11, after (twice (add 3)) (add 5) x + 6)
