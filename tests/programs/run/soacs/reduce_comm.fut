-- A commutative reduction of several values at once.
-- Checklist: 126.
-- ==
-- input { [3, 1, 2] } output { 6 1 3 }
-- input { empty([0]i32) } output { 0 2147483647 -2147483648 }
def main (xs: []i32) =
  reduce_comm (\(a, b, c) (x, y, z) -> (a + x, i32.min b y, i32.max c z))
              (0, i32.highest, i32.lowest)
              (map (\x -> (x, x, x)) xs)
