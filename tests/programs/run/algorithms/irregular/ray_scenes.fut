-- Rays through scenes of boxes and spheres: hits per ray (different numbers), sorted by distance, and transparency.
-- ==
-- entry: main
-- input { empty([0]u8) empty([0]f64) empty([0]f64) empty([0]f64) empty([0]f64) empty([0]f64) empty([0]f64)
-- empty([0]f64) }
-- output { empty([0][?]f64) empty([0][?]i64) empty([0]f64) empty([0]i64) }
-- input { [1u8, 1u8, 1u8] [-3.519473658101985f64, -0.3569663462462467f64, 2.5352702756725574f64]
-- [-0.8610917117623131f64, 0.626485321847631f64, 3.484718658061592f64] [1.4312151852338417f64, 0.7646678134641645f64,
-- 1.4157081459582603f64] [1.8671424440290942f64, 0.7818527363437676f64, 1.1947073917847153f64]
-- [-2.486551138709122f64, 3.4718188528155984f64] [-1.7679642013475192f64, -5.257676603181576f64]
-- [0.9969360642664961f64, 1.078302757042993f64] }
-- output { empty([2][?: 0, 0]f64) empty([2][?: 0, 0]i64) [1.0f64, 1.0f64] [0i64, 0i64] }

type shape = #sphere {centre: (f64, f64), radius: f64} | #box {low: (f64, f64), high: (f64, f64)}
type ray = {origin: (f64, f64), direction: (f64, f64)}
type hit = {distance: f64, shape: i64}

def hits_of (r: ray) (index: i64) (s: shape) : []hit =
  let (ox, oy) = r.origin
  let (dx, dy) = r.direction
  in match s
     case #sphere {centre = (cx, cy), radius} ->
       let (px, py) = (ox - cx, oy - cy)
       let b = px * dx + py * dy
       let c = px * px + py * py - radius * radius
       let disc = b * b - c
       in if disc < 0
          then []
          else let q = f64.sqrt disc
               in filter (\h -> h.distance > 0)
                         [{distance = -b - q, shape = index}, {distance = -b + q, shape = index}]
     case #box {low = (lx, ly), high = (hx, hy)} ->
       let slab o d l h =
         if d == 0
         then (if o < l || o > h then (f64.inf, -f64.inf) else (-f64.inf, f64.inf))
         else let (a, b) = ((l - o) / d, (h - o) / d) in (f64.min a b, f64.max a b)
       let (x0, x1) = slab ox dx lx hx
       let (y0, y1) = slab oy dy ly hy
       let (t0, t1) = (f64.max x0 y0, f64.min x1 y1)
       in if t0 > t1 || t1 <= 0
          then []
          else if t0 > 0
          then [{distance = t0, shape = index}]
          else [{distance = t1, shape = index}]

def sort_hits [n] (hs: [n]hit) : [n]hit =
  let place i =
    i64.sum (map (\j ->
                    i64.bool (hs[j].distance < hs[i].distance
                              || (hs[j].distance == hs[i].distance && j < i)))
                 (iota n))
  in map (\p -> hs[p]) (scatter (replicate n 0) (map place (iota n)) (iota n))

def trace_ray (scene: []shape) (r: ray) : []hit =
  sort_hits (irregular.flatten (map2 (hits_of r) (indices scene) scene : [][?]hit))

-- What is left of the light after the shapes on the way, until almost nothing is.
def light (hs: []hit) : (f64, i64) =
  loop (l, i) = (1.0, 0) while i < length hs && l > 0.2 do
    (l * (0.9 - 0.1 * f64.i64 (hs[i].shape % 3)), i + 1)

entry main [n] [k]
           (kinds: [k]u8)
           (a: [k]f64)
           (b: [k]f64)
           (c: [k]f64)
           (d: [k]f64)
           (ox: [n]f64)
           (oy: [n]f64)
           (angle: [n]f64)
    : ([n][?]f64, [n][?]i64, [n]f64, [n]i64) =
  let scene: [k]shape =
    map5 (\kind a b c d ->
            if kind == 0
            then #sphere {centre = (a, b), radius = c}
            else #box {low = (a, b), high = (a + c, b + d)})
         kinds
         a
         b
         c
         d
  let rays = map3 (\x y t -> {origin = (x, y), direction = (f64.cos t, f64.sin t)}) ox oy angle
  let hits: [n][?]hit = map (trace_ray scene) rays
  let (lights, counts) = unzip (map light hits)
  in (map (map (.distance)) hits, map (map (.shape)) hits, lights, counts)
