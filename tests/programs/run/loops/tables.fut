-- What depends on an inner iteration only is computed once for all outer ones, if there are enough of them: in operators,
-- in loops, with sizes on both sides of the limit, and with none at all. (Fourth roots of fourth powers are exact here.)
-- ==
-- entry: operators
-- input { [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]] } output { [[0.0, 2.0], [0.0, 4.0], [0.0, 6.0]] [2.0, 4.0, 6.0] }
-- input { [[1.0, 2.0, 3.0]] } output { [[0.0, 2.0, 6.0]] [8.0] }
-- input { empty([0][3]f64) } output { empty([0][3]f64) empty([0]f64) }
-- input { empty([2][0]f64) } output { empty([2][0]f64) [0.0, 0.0] }

def root (i: i64) : f64 = let x = f64.i64 i in f64.sqrt (f64.sqrt (x * x * x * x))

entry operators [n][m] (rows: [n][m]f64) : ([n][m]f64, [n]f64) =
  ( map (map2 (\i x -> x * root i) (iota m)) rows
  , map (\row -> f64.sum (map2 (\i x -> x * root i) (iota m) row)) rows
  )

-- ==
-- entry: loops
-- input { 3i64 [1.0, 2.0, 3.0] } output { [4.0, 5.0, 6.0] }
-- input { 4i64 [1.0] } output { [7.0] }
-- input { -1i64 [1.0, 2.0] } output { [1.0, 2.0] }
-- input { 0i64 [1.0, 2.0] } output { [1.0, 2.0] }
-- input { 3i64 empty([0]f64) } output { empty([0]f64) }
entry loops [n] (k: i64) (xs: [n]f64) : [n]f64 =
  map (\x -> loop sum = x for i < k do sum + root i) xs
