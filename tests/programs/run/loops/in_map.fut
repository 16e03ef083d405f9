-- Loops with different trip counts inside of a map.
-- ==
-- input { [1, 6, 7, 27] } output { [0, 8, 16, 111] }
def steps (x: i32) : i32 =
  (loop (x, n) = (x, 0) while x != 1 do (if x % 2 == 0 then x / 2 else 3 * x + 1, n + 1)).1

def main (xs: []i32) : []i32 = map steps xs
