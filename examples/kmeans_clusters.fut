-- K-means clustering with the clusters themselves: an irregular array of the points that belong to each centre, which
-- may be many, few or none. What is asked of a cluster, such as its mean or how far its farthest point is, is a map
-- over rows.
--
-- Expected values are from loops over all points, in another language.
-- Floats within 8 ulps: sums of parts are added up in another order.
-- Checklist: 55.
-- ==
-- input { 3 2i64 [0f64, 1f64, 10f64, 11f64] [0f64, 0f64, 10f64, 10f64] }
-- output { [0.5f64, 10.5f64] [0f64, 10f64] [[0i64, 1i64], [2i64, 3i64]] [0.5f64, 0.5f64] }
-- input { 2 3i64 [0f64, 0f64, 5f64, 5f64] [0f64, 0f64, 5f64, 5f64] }
-- output { [0f64, 0f64, 5f64] [0f64, 0f64, 5f64] [[0i64, 1i64], [], [2i64, 3i64]] [0f64, 0f64, 0f64] }
-- input { 10 3i64 [0.69f64, 0.98f64, 1.21f64, -1.24f64, -1.34f64, -1.09f64, 0.33f64, 0.45f64, 9.63f64, 9.66f64,
-- 11.4f64, 10.57f64, 8.87f64, 9.78f64, 10.34f64, 7.96f64, 5.61f64, 5.23f64, 5.44f64, 5.12f64, 4.77f64, 5.07f64,
-- 5.28f64, 4.78f64] [-1.23f64, 2.39f64, -0.52f64, -0.41f64, -0.2f64, 1.17f64, 0.42f64, -1.11f64, 3.02f64, 4.22f64,
-- 4.63f64, 1.39f64, 4.87f64, 2.01f64, 3.32f64, 4.04f64, 8.14f64, 9.5f64, 8.4f64, 10.37f64, 8.38f64, 9.3f64, 8.83f64,
-- 9.48f64] }
-- output { [-0.0012500000000000289f64, 9.77625f64, 5.1625000000000005f64] [0.06375f64, 3.4375f64, 9.05f64] [[0i64, 1i64, 2i64, 3i64, 4i64, 5i64,
-- 6i64, 7i64], [8i64, 9i64, 10i64, 11i64, 12i64, 13i64, 14i64, 15i64], [16i64, 17i64, 18i64, 19i64, 20i64, 21i64,
-- 22i64, 23i64]] [2.5247357534997596f64, 2.1959725208890943f64, 1.320684008383533f64] }
type point = (f64, f64)

def distance ((ax, ay): point) ((bx, by): point) : f64 = f64.sqrt ((ax - bx) ** 2 + (ay - by) ** 2)

def nearest [k] (centres: [k]point) (p: point) : i64 =
  let closer (d, i) (e, j) = if d < e || (d == e && i < j) then (d, i) else (e, j)
  in (reduce_comm closer (f64.inf, k) (zip (map (distance p) centres) (iota k))).1

-- The numbers of the points that are nearest to each centre.
def clusters [n] [k] (points: [n]point) (centres: [k]point) : [k][?]i64 =
  irregular.group k (map (nearest centres) points) (iota n)

def mean [n] (default: point) (points: [n]point) : point =
  let (x, y) = reduce (\(a, b) (c, d) -> (a + c, b + d)) (0, 0) points
  in if n == 0 then default else (x / f64.i64 n, y / f64.i64 n)

entry main [n] (steps: i32) (k: i64) (xs: [n]f64) (ys: [n]f64) : ([k]f64, [k]f64, [k][?]i64, [k]f64) =
  let points = zip xs ys
  let start = map (\i -> points[i * n / k]) (iota k)
  let centres =
    loop centres = start for _i < steps do
      map2 (\centre members -> mean centre (map (\i -> points[i]) members))
           centres
           (clusters points centres)
  let found = clusters points centres
  let radii =
    map2 (\centre members ->
            f64.max 0 (f64.maximum (map (\i -> distance centre points[i]) members)))
         centres
         found
  in (map (.0) centres, map (.1) centres, found, radii)
