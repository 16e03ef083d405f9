-- Both the number of rows and their lengths vary.
-- Checklist: 89.
-- ==
-- input { 3i64 } output { [[], [[]], [[], [0i64]]] [0i64, 0i64, 1i64] }
def main (n: i64) : ([n][?][?]i64, [n]i64) =
  let a: [n][?][?]i64 = map (\i -> map iota (iota i) : [][?]i64) (iota n)
  in (a, map (\rows -> i64.sum (irregular.lengths rows)) a)
