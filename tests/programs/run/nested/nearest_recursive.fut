-- Nearest points by recursive splitting.
-- ==
-- input { [32, 3, 13, 14, 19, 40, 37, 23, 34, 4, 14, 8, 10, 10, 34, 23, 13, 0, 15, 8, 16, 20, 9, 32, 38] [29, 19, 34, 30, 36, 37, 35, 0, 8, 7, 40, 1, 31, 0, 16, 24, 30, 16, 20, 26, 23, 20, 1, 19, 31] [0, 5, 29, 30, 7, 29, 7, 20, 39] [14, 30, 13, 8, 32, 35, 0, 11, 34] }
-- output { [4, 25, 34, 16, 10, 45, 2, 81, 5] }

type point = {x: i64, y: i64}

def distance (a: point) (b: point) : i64 = (a.x - b.x) ** 2 + (a.y - b.y) ** 2

-- Points are split at a pivot; the other side is looked at only if it can have something nearer.
def nearest [n] (depth: i64) (best: i64) (q: point) (ps: [n]point) : i64 =
  if n <= 2
  then reduce i64.min best (map (distance q) ps)
  else let pivot = ps[n / 2]
       let key (p: point) = if depth % 2 == 0 then p.x else p.y
       let best = i64.min best (distance q pivot)
       let rest = ps[:n / 2] ++ ps[n / 2 + 1:]
       let (left, right) = partition (\p -> key p < key pivot) rest
       let gap = key q - key pivot
       in if gap < 0
          then let best = nearest (depth + 1) best q left
               in if gap * gap < best then nearest (depth + 1) best q right else best
          else let best = nearest (depth + 1) best q right
               in if gap * gap <= best then nearest (depth + 1) best q left else best

entry main [n] [m] (xs: [n]i64) (ys: [n]i64) (us: [m]i64) (vs: [m]i64) : [m]i64 =
  let points = map2 (\x y -> {x, y}) xs ys
  in map2 (\x y -> nearest 0 i64.highest {x, y} points) us vs
