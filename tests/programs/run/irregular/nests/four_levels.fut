-- Four levels, made of numbers and reduced again, and the sums along every one of them.
-- Checklist: 6, 89.
-- ==
-- entry: made
-- input { 0i64 } output { empty([0][?][?]i64) }
-- input { 1i64 } output { [[]] }
-- input { 2i64 } output { [[], [[]]] }
-- input { 4i64 } output { [[], [[]], [[], [2i64]], [[], [3i64], [3i64, 5i64]]] }

-- ==
-- entry: totals
-- input { empty([0]i64) } output { empty([0]i64) empty([0]i64) }
-- input { [0i64, 0i64] } output { [0i64, 0i64] [0i64, 0i64] }
-- input { [3i64, 0i64, 7i64, 1i64] } output { [2i64, 0i64, 308i64, 0i64] [1i64, 0i64, 35i64, 0i64] }
def simplex (n: i64) : [n][?][?]i64 =
  map (\i -> map (\j -> map (\k -> i + j * k) (iota j)) (iota i)) (iota n)

entry made (n: i64) : [][?][?]i64 = simplex n

entry totals [m] (ns: [m]i64) : ([m]i64, [m]i64) =
  ( map (\n -> i64.sum (map (\xss -> i64.sum (map i64.sum xss)) (simplex n))) ns
  , map (\n -> i64.sum (map (\xss -> i64.sum (map length xss)) (simplex n))) ns
  )
