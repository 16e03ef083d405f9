-- Convex hulls of many sets of points by wrapping: loops whose arrays grow, with different numbers of steps.
-- ==
-- input { empty([0][?]i64) empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { empty([2][?: 0, 0]i64) empty([2][?: 0, 0]i64) }
-- output { empty([2][?: 0, 0]i64) }
-- input { [[13i64], [14i64, 6i64, 6i64], [], [16i64, 8i64, 1i64, 14i64, 8i64, 6i64, 10i64, 10i64, 7i64, 6i64, 3i64,
-- 20i64]] [[20i64], [13i64, 7i64, 15i64], [], [6i64, 7i64, 8i64, 7i64, 4i64, 1i64, 1i64, 18i64, 13i64, 15i64, 18i64,
-- 13i64]] }
-- output { [[0i64], [1i64, 0i64, 2i64], [], [2i64, 5i64, 6i64, 0i64, 11i64, 7i64, 10i64]] }
-- input { [[6i64, 15i64, 2i64, 1i64, 15i64, 4i64, 6i64, 10i64, 6i64, 16i64, 5i64, 0i64, 7i64, 10i64, 12i64, 20i64,
-- 14i64, 20i64, 8i64, 15i64, 8i64, 1i64, 12i64, 10i64, 18i64]] [[1i64, 20i64, 1i64, 6i64, 16i64, 8i64, 0i64, 12i64,
-- 5i64, 6i64, 19i64, 19i64, 17i64, 13i64, 12i64, 14i64, 0i64, 8i64, 3i64, 2i64, 20i64, 5i64, 19i64, 17i64, 15i64]] }
-- output { [[11i64, 21i64, 2i64, 6i64, 16i64, 17i64, 15i64, 1i64, 20i64]] }
type point = (i64, i64)

def cross ((ax, ay): point) ((bx, by): point) ((cx, cy): point) : i64 =
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

def wrap [n] (points: [n]point) : []i64 =
  if n == 0 then []
  else
    let before (p: point) (q: point) = p.0 < q.0 || (p.0 == q.0 && p.1 < q.1)
    let first = reduce (\i j -> if before points[j] points[i] then j else i) 0 (iota n)
    let squared (ax, ay) (bx, by) = (bx - ax) ** 2 + (by - ay) ** 2
    let next i =
      let better j k =
        if points[j] == points[i] then k
        else if points[k] == points[i] then j
        else let turn = cross points[i] points[j] points[k]
             in if turn < 0 || (turn == 0 && squared points[i] points[k] > squared points[i] points[j]) then k else j
      in reduce better i (iota n)
    let (corners, _, _) =
      loop (corners: []i64, at, more) = ([first], next first, true) while more && at != first && length corners <= n do
        let after = next at
        in (corners ++ [at], after, after != first)
    in corners

entry main [n] (xss: [n][?]i64) (yss: [n][?]i64) : [n][?]i64 =
  map wrap (irregular.zip xss yss)
