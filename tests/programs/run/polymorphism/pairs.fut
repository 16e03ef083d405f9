-- Swapping and duplicating at several types, nested.
-- ==
-- input { 1 true } output { true 1 1 1 true true }
def swap 'a 'b (x: a, y: b) : (b, a) = (y, x)
def both 'a (x: a) : (a, a) = (x, x)

def main (a: i32) (b: bool) =
  let (p, q) = swap (a, b)
  let ((r, s), (t, u)) = swap (both b, both a)
  in (p, q, r, s, t, u)
