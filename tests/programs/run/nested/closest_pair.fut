-- The square of the distance of the two closest points, by recursion in two halves of the plane and a look at what lies
-- near the line between them. Expected values are from all pairs, in another language.
-- ==
-- input { empty([0]i64) empty([0]i64) } output { 1000000000i64 }
-- input { [1i64] [2i64] } output { 1000000000i64 }
-- input { [0i64, 3i64, 0i64, 10i64] [0i64, 4i64, 1i64, 10i64] } output { 1i64 }
-- input { [-41i64, -48i64, 13i64, 50i64, 34i64, 26i64, -55i64, 21i64, -6i64, 1i64, 29i64, 40i64, 24i64, 28i64, -39i64,
-- 25i64, -58i64, 53i64, 12i64, -52i64, -52i64, -56i64, -35i64, -27i64, 21i64, -56i64, 46i64, 3i64, -16i64, 0i64,
-- 20i64, 55i64, -34i64, 10i64, -29i64, 27i64, -20i64, 8i64, -60i64, 30i64] [-17i64, -15i64, 5i64, 5i64, 21i64, 14i64,
-- 26i64, -25i64, -50i64, 41i64, -27i64, 46i64, -55i64, 30i64, 0i64, -51i64, -55i64, 6i64, -44i64, 14i64, -45i64,
-- 44i64, 56i64, -57i64, 44i64, -48i64, -32i64, -19i64, 5i64, -43i64, 22i64, -58i64, 20i64, 45i64, 48i64, -10i64,
-- -41i64, -32i64, 15i64, -7i64] }
-- output { 10i64 }
type point = (i64, i64)

def square (x: i64) : i64 = x * x
def distance ((a, b): point) ((c, d): point) : i64 = square (a - c) + square (b - d)

def sort [n] (key: point -> i64) (ps: [n]point) : [n]point =
  if n < 2
  then ps
  else let pivot = key ps[n / 2]
       let (less, equal, greater) = partition2 (\p -> key p < pivot) (\p -> key p == pivot) ps
       in (sort key less ++ equal ++ sort key greater) :> [n]point

-- Points are sorted from left to right.
def closest [n] (ps: [n]point) : i64 =
  if n < 4
  then
    i64.minimum (flatten (tabulate_2d n n (\i j ->
                                             if i == j then 1000000000 else distance ps[i] ps[j])))
    |> i64.min 1000000000
  else let middle = ps[n / 2].0
       let best = i64.minimum (map closest ([ps[:n / 2], ps[n / 2:]] : [2][?]point))
       let near = sort (.1) (filter (\p -> square (p.0 - middle) < best) ps)
       let close =
         map (\i ->
                i64.minimum (map (\j -> if j < length near then distance near[i] near[j] else best)
                                 (i + 1..<i + 8)))
             (indices near)
       in i64.min best (i64.minimum close)

entry main [n] (xs: [n]i64) (ys: [n]i64) : i64 = closest (sort (.0) (zip xs ys))
