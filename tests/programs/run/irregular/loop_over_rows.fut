-- A loop visits the rows one after the other.
-- ==
-- input { [[1, 2], [], [3]] } output { 321 3i64 }
def main (xss: [][?]i32) =
  let (value, _) =
    loop (v, p) = (0i32, 1i32) for xs in xss do
      loop (v, p) = (v, p) for x in xs do (v + p * x, p * 10)
  in (value, loop n = 0 for xs in xss do n + length xs)
