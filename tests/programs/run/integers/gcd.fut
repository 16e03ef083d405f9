-- Euclid's algorithm by a while loop over a pair.
-- ==
-- input { 48 36 } output { 12 }
-- input { 17 5 } output { 1 }
-- input { 0 9 } output { 9 }
-- input { -48 36 } output { 12 }
def main (a: i32) (b: i32) : i32 =
  (loop (a, b) = (i32.abs a, i32.abs b) while b != 0 do (b, a % b)).0
