-- The convex hull by recursion on both sides of a line; the parts have sizes of their own.
-- ==
-- input { [0i64, 4i64, 4i64, 0i64, 2i64, 1i64] [0i64, 0i64, 4i64, 4i64, 2i64, 1i64] } output { 4i64 8i64 8i64 }
type point = (i64, i64)

def cross ((ax, ay): point) ((bx, by): point) ((cx, cy): point) : i64 =
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

def side [n] (a: point) (b: point) (points: [n]point) : []point =
  let outside = filter (\p -> cross a b p > 0) points
  in if null outside
     then [a]
     else let (_, farthest) =
            reduce (\(d, p) (e, q) -> if d >= e then (d, p) else (e, q))
                   (0, a)
                   (map (\p -> (cross a b p, p)) outside)
          in side a farthest outside ++ side farthest b outside

def hull [n] (points: [n]point) : []point =
  let less (p: point) (q: point) = p.0 < q.0 || (p.0 == q.0 && p.1 < q.1)
  let low = reduce (\p q -> if less p q then p else q) (i64.highest, i64.highest) points
  let high = reduce (\p q -> if less p q then q else p) (i64.lowest, i64.lowest) points
  in side low high points ++ side high low points

def main [n] (xs: [n]i64) (ys: [n]i64) =
  let corners = hull (zip xs ys)
  in (length corners, i64.sum (map (.0) corners), i64.sum (map (.1) corners))
