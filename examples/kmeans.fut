-- K-means clustering of points in d dimensions: assign every point to its nearest centre, move the centres, repeat.
-- ==
-- input { 3 2i64 [[0f64, 0f64], [1f64, 0f64], [10f64, 10f64], [11f64, 10f64]] }
-- output { [[0.5f64, 0f64], [10.5f64, 10f64]] [0i64, 0i64, 1i64, 1i64] }
def distance [d] (p: [d]f64) (q: [d]f64) : f64 = f64.sum (map2 (\x y -> (x - y) ** 2) p q)

def nearest [k] [d] (centres: [k][d]f64) (p: [d]f64) : i64 =
  let closer (a, i) (b, j) = if a < b || (a == b && i < j) then (a, i) else (b, j)
  in (reduce_comm closer (f64.inf, k) (zip (map (distance p) centres) (iota k))).1

def means [n] [d] (k: i64) (members: [n]i64) (points: [n][d]f64) : [k][d]f64 =
  let sums = hist (map2 (+)) (replicate d 0) k members points
  let counts = hist (+) 0 k members (replicate n 1)
  in map2 (\sum count -> map (/ f64.i64 (i64.max 1 count)) sum) sums counts

entry main [n] [d] (steps: i32) (k: i64) (points: [n][d]f64) : ([k][d]f64, [n]i64) =
  -- The first centres are points that lie evenly in the input.
  let start = map (\i -> points[i * n / k]) (iota k)
  let centres = loop centres = start for _i < steps do means k (map (nearest centres) points) points
  in (centres, map (nearest centres) points)
