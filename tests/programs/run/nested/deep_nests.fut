-- Nests that are deeper than usual: each level is another iteration space, or a loop inside of one.
-- ==
-- entry: irregular
-- input { 7i64 } output { [0i64, 2i64, 20i64, 0i64, 2i64, 20i64, 0i64] }
-- input { 0i64 } output { empty([0]i64) }

-- ==
-- entry: regular
-- input { 5i64 } output { 2500i64 }
-- input { 0i64 } output { 0i64 }

entry irregular (n: i64) =
  map (\x0 -> i64.sum (map (\x1 -> i64.sum (map (\x2 -> i64.sum (map (\x3 -> i64.sum (map (\x4 -> i64.sum (map (\x5 -> i64.sum (map (\x6 -> i64.sum (map (\x7 -> i64.sum (map (\x8 -> x8 * 2) (iota (x7 % 3 + 1)))) (iota (x6 % 3 + 1)))) (iota (x5 % 3 + 1)))) (iota (x4 % 3 + 1)))) (iota (x3 % 3 + 1)))) (iota (x2 % 3 + 1)))) (iota (x1 % 3 + 1)))) (iota (x0 % 3 + 1)))) (iota n)

-- What the inner levels have in common is computed outside of them, level by level.
entry regular (n: i64) =
  i64.sum (map (\x1 -> i64.sum (map (\_ -> i64.sum (map (\_ -> i64.sum (map (\x4 -> x4 + x1) (iota n))) (iota n))) (iota n))) (iota n))
