-- Recursion over the borders of a segment.
-- ==
-- input { [1, 3, 5, 7, 9] 7 } output { 3i64 }
-- input { [1, 3, 5, 7, 9] 4 } output { -1i64 }
-- input { empty([0]i32) 4 } output { -1i64 }
def find [n] (xs: [n]i32) (x: i32) (a: i64) (b: i64) : i64 =
  if a >= b
  then -1
  else let m = (a + b) / 2
       in if xs[m] == x then m else if xs[m] < x then find xs x (m + 1) b else find xs x a m

def main [n] (xs: [n]i32) (x: i32) : i64 = find xs x 0 n
