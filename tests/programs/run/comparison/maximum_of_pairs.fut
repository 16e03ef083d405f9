-- An ordering defined on pairs, used to find the position of the largest element; the first one wins.
-- ==
-- input { [3, 9, 2, 9] } output { 9 1i64 }
-- input { [-5] } output { -5 0i64 }
def larger (x: i32, i: i64) (y: i32, j: i64) : (i32, i64) =
  if x > y || (x == y && i < j) then (x, i) else (y, j)

def main [n] (xs: [n]i32) = reduce larger (i32.lowest, i64.highest) (zip xs (iota n))
