-- The convex hull of points in the plane, by quickhull: the farthest point outside of a line is a corner, and recursion
-- goes on in parallel with what lies outside of the two new lines. From the leftmost corner over the top.
--
-- Expected corners are from Andrew's monotone chain, in another language.
-- Checklist: 55.
-- ==
-- input { [0i64, 4i64, 4i64, 0i64, 2i64, 1i64] [0i64, 0i64, 4i64, 4i64, 2i64, 1i64] }
-- output { [0i64, 0i64, 4i64, 4i64] [0i64, 4i64, 4i64, 0i64] }
-- input { [3i64] [4i64] } output { [3i64] [4i64] }
-- input { [3i64, 3i64, 3i64] [4i64, 4i64, 4i64] } output { [3i64] [4i64] }
-- input { [1i64, 2i64, 3i64] [1i64, 2i64, 3i64] } output { [1i64, 3i64] [1i64, 3i64] }
-- input { [-9i64, 0i64, -44i64, 18i64, -4i64, -43i64, -23i64, -39i64, 3i64, -20i64, 20i64, -43i64, -35i64, 30i64,
-- 24i64, 23i64, 0i64, -22i64, 21i64, -13i64, -32i64, -35i64, -11i64, 37i64, -37i64, 23i64, -26i64, -38i64, 41i64,
-- 22i64] [-31i64, 33i64, -41i64, -38i64, 24i64, 14i64, -46i64, 5i64, -42i64, -39i64, 4i64, 22i64, -22i64, 30i64,
-- -43i64, 24i64, -44i64, -45i64, -33i64, 3i64, 19i64, 23i64, 21i64, -27i64, 24i64, 31i64, -3i64, 20i64, -42i64,
-- -43i64] }
-- output { [-44i64, -43i64, -37i64, 0i64, 23i64, 30i64, 41i64, -23i64] [-41i64, 22i64, 24i64, 33i64, 31i64, 30i64,
-- -42i64, -46i64] }
-- input { empty([0]i64) empty([0]i64) } output { empty([0]i64) empty([0]i64) }
type point = (i64, i64)

-- Twice the area of a triangle; positive if c lies to the left of the line from a to b.
def area ((ax, ay): point) ((bx, by): point) ((cx, cy): point) : i64 =
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

-- The corners from a, which is one, up to b, which is not listed; all points lie to the left.
def corners [n] (a: point) (b: point) (points: [n]point) : []point =
  if n == 0
  then [a]
  else let farther (d, p) (e, q) = if d >= e then (d, p) else (e, q)
       let (_, top) = reduce farther (i64.lowest, a) (map (\p -> (area a b p, p)) points)
       let outside c d = filter (\p -> area c d p > 0) points
       in corners a top (outside a top) ++ corners top b (outside top b)

def hull [n] (points: [n]point) : []point =
  let before (p: point) (q: point) = p.0 < q.0 || (p.0 == q.0 && p.1 < q.1)
  let left = reduce (\p q -> if before p q then p else q) points[0] points
  let right = reduce (\p q -> if before p q then q else p) points[0] points
  let outside a b = filter (\p -> area a b p > 0) points
  in if left == right
     then [left]
     else corners left right (outside left right) ++ corners right left (outside right left)

entry main [n] (xs: [n]i64) (ys: [n]i64) : ([]i64, []i64) =
  if n == 0 then ([], []) else let found = hull (zip xs ys) in unzip found
