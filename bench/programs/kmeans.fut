-- K-means clustering of points in d dimensions: assign every point to its nearest centre, move the centres, repeat.
-- Checklist: 127.
-- ==
-- nobench input { 3 2i64 [[0f32, 0f32], [1f32, 0f32], [10f32, 10f32], [11f32, 10f32]] }
-- output { [[0.5f32, 0f32], [10.5f32, 10f32]] [0i64, 0i64, 1i64, 1i64] }
-- compiled random input { 5i32 8i64 [262144][32]f32 }
def distance [d] (p: [d]f32) (q: [d]f32) : f32 = f32.sum (map2 (\x y -> (x - y) * (x - y)) p q)

def nearest [k] [d] (centres: [k][d]f32) (p: [d]f32) : i64 =
  let closer (a, i) (b, j) = if a < b || (a == b && i < j) then (a, i) else (b, j)
  in (reduce closer (f32.inf, k) (zip (map (distance p) centres) (iota k))).1

def means [n] [d] (k: i64) (members: [n]i64) (points: [n][d]f32) : [k][d]f32 =
  let sums = hist (map2 (+)) (replicate d 0) k members points
  let counts = hist (+) 0 k members (replicate n 1)
  in map2 (\sum count -> map (/ f32.i64 (i64.max 1 count)) sum) sums counts

entry main [n] [d] (steps: i32) (k: i64) (points: [n][d]f32) : ([k][d]f32, [n]i64) =
  -- The first centres are points that lie evenly in the input.
  let start = map (\i -> points[i * n / k]) (iota k)
  let centres = loop centres = start for _i < steps do means k (map (nearest centres) points) points
  in (centres, map (nearest centres) points)
